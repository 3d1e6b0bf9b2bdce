/** The part of Engine.IO's connection that its types do not declare. */
type Connection = {
  transport: { socket?: { bufferedAmount?: number } };
  writeBuffer: readonly { data?: unknown }[];
};

/** The log message for a screen that was disconnected. */
export const TOO_SLOW = 'a screen that reads too slowly was cut off';

const MOST_UNSENT = 1024 * 1024;

/** Whether so much waits for a screen that it will not catch up. Disconnected, it reconnects and takes a snapshot. */
export function isTooSlow({ conn }: { conn: unknown }): boolean {
  const { transport, writeBuffer } = conn as Connection;
  // While the operating system accepts nothing, Engine.IO passes nothing on: most of it waits in its own buffer.
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0) > MOST_UNSENT;
}

/** Closes a connection without waiting until the screen has read what is left, which it may never do. */
export function cutOff({ conn }: { conn: { close: (discard?: boolean) => unknown } }): void {
  conn.close(true);
}
