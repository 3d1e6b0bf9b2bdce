/** A connection as the engine holds it; its types tell less. */
type Connection = {
  transport: { socket?: { bufferedAmount?: number } };
  writeBuffer: readonly { data?: unknown }[];
};

/** What is said to the log of a screen that was cut off for it. */
export const TOO_SLOW = 'a screen that reads too slowly was cut off';

const MOST_UNSENT = 1024 * 1024;

/** Whether so much waits for a screen that it will not catch up: it comes back, and takes a snapshot. */
export function isTooSlow({ conn }: { conn: unknown }): boolean {
  const { transport, writeBuffer } = conn as Connection;
  // As long as the operating system takes nothing, the engine gives the WebSocket no more: most of it waits there.
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0) > MOST_UNSENT;
}

/** Ends a connection without waiting until it has read what is left: it never may. */
export function cutOff({ conn }: { conn: { close: (discard?: boolean) => unknown } }): void {
  conn.close(true);
}
