import type { Socket } from 'node:net';

/** Delay of each byte in ms, and the rate; null for no limit. */
export type Slowness = { delayMs: number; bytesPerSecond: number | null };

/** One direction of a connection. Bytes arrive in order, and the end of the connection after all of them. */
export type SlowLine = { write: (bytes: Buffer) => void; end: () => void };

const LOOK_EVERY_MS = 50;

/**
 * Opens a line to `far`. It reads `slowness` continuously: waiting bytes are sent at once when the line is fast again.
 */
export function openSlowLine(far: Socket, slowness: () => Slowness): SlowLine {
  const waiting: { bytes: Buffer; cameAt: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pumpedAt = performance.now();
  /** Bytes that may pass now, as a fraction. */
  let credit = 0;
  let hasEnded = false;

  function pump(): void {
    timer = undefined;
    const now = performance.now();
    const { bytesPerSecond, delayMs } = slowness();
    const earned = ((now - pumpedAt) * (bytesPerSecond ?? 0)) / 1_000;
    credit = bytesPerSecond === null ? Number.POSITIVE_INFINITY : (Number.isFinite(credit) ? credit : 0) + earned;
    pumpedAt = now;
    for (let [first] = waiting; first && first.cameAt + delayMs <= now && credit >= 1; [first] = waiting) {
      const piece = first.bytes.subarray(0, Math.min(first.bytes.length, Math.floor(credit)));
      if (far.writable) far.write(piece);
      credit -= piece.length;
      first.bytes = first.bytes.subarray(piece.length);
      if (first.bytes.length === 0) waiting.shift();
    }
    const [next] = waiting;
    if (next) timer = setTimeout(pump, Math.min(Math.max(1, next.cameAt + delayMs - now), LOOK_EVERY_MS));
    else if (hasEnded) far.destroy();
  }

  return {
    write(bytes) {
      const now = performance.now();
      // An idle line accumulates no allowance.
      if (waiting.length === 0) [pumpedAt, credit] = [now, 0];
      waiting.push({ bytes, cameAt: now });
      if (timer === undefined) pump();
    },
    end() {
      hasEnded = true;
      if (timer === undefined) pump();
    },
  };
}
