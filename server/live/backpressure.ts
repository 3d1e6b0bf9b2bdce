/** The part of Engine.IO's connection that its types do not declare. */
type Connection = {
  transport: { socket?: { bufferedAmount?: number } };
  writeBuffer: readonly { data?: unknown }[];
};

/** The log message for a screen that was disconnected. */
export const TOO_SLOW = 'a screen that reads too slowly was disconnected';

const MAX_UNSENT_BYTES = 1024 * 1024;

/** Whether a screen has too much unread data to catch up. It is then disconnected, and gets a snapshot when it reconnects. */
export function isTooSlow({ conn }: { conn: unknown }): boolean {
  const { transport, writeBuffer } = conn as Connection;
  // While the socket is full, Engine.IO keeps data in its own buffer.
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0) > MAX_UNSENT_BYTES;
}

/** Closes a connection at once, because the screen may never read the rest. */
export function disconnectNow({ conn }: { conn: { close: (discard?: boolean) => unknown } }): void {
  conn.close(true);
}
