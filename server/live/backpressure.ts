import type { Log } from '../log';
import type { ScreenSocket } from './screen-socket';

/** The part of Engine.IO's connection that its types do not declare. */
type Connection = {
  transport: { socket?: { bufferedAmount?: number } };
  writeBuffer: readonly { data?: unknown }[];
};

const MAX_UNSENT_BYTES = 1024 * 1024;

/**
 * Disconnects a screen that has too much unread data to catch up; it gets a snapshot when it reconnects. Returns whether
 * it was disconnected.
 */
export function disconnectIfSlow({ conn, data }: ScreenSocket, log: Pick<Log, 'warn'>): boolean {
  if (unsentBytes(conn as unknown as Connection) <= MAX_UNSENT_BYTES) return false;
  log.warn({ screen: data.watcher.screen?.id ?? null }, 'a screen that reads too slowly was disconnected');
  // At once, because the screen may never read the rest.
  conn.close(true);
  return true;
}

function unsentBytes({ transport, writeBuffer }: Connection): number {
  // While the socket is full, Engine.IO keeps data in its own buffer.
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0);
}
