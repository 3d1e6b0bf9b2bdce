import type { Socket } from 'node:net';

/** Delay of each byte in ms, and the rate; null for no limit. */
export type Limits = { delayMs: number; bytesPerSecond: number | null };

/** One direction of a connection. Bytes arrive in order, followed by the end of the connection. */
export type ThrottledStream = { write: (bytes: Buffer) => void; end: () => void };

const CHECK_INTERVAL_MS = 50;

/**
 * Writes to `target` with delay and limited rate. `limits` is called continuously, so that changes take effect at once,
 * also for waiting bytes.
 */
export function throttle(target: Socket, limits: () => Limits): ThrottledStream {
  const waiting: { bytes: Buffer; arrivedAt: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pumpedAt = performance.now();
  /** Number of bytes that may be written now; not an integer. */
  let credit = 0;
  let hasEnded = false;

  function pump(): void {
    timer = undefined;
    const now = performance.now();
    const { bytesPerSecond, delayMs } = limits();
    const earned = ((now - pumpedAt) * (bytesPerSecond ?? 0)) / 1_000;
    credit = bytesPerSecond === null ? Number.POSITIVE_INFINITY : (Number.isFinite(credit) ? credit : 0) + earned;
    pumpedAt = now;
    for (let [first] = waiting; first && first.arrivedAt + delayMs <= now && credit >= 1; [first] = waiting) {
      const piece = first.bytes.subarray(0, Math.min(first.bytes.length, Math.floor(credit)));
      if (target.writable) target.write(piece);
      credit -= piece.length;
      first.bytes = first.bytes.subarray(piece.length);
      if (first.bytes.length === 0) waiting.shift();
    }
    const [next] = waiting;
    if (next) timer = setTimeout(pump, Math.min(Math.max(1, next.arrivedAt + delayMs - now), CHECK_INTERVAL_MS));
    else if (hasEnded) target.destroy();
  }

  return {
    write(bytes) {
      const now = performance.now();
      // An idle stream accumulates no credit.
      if (waiting.length === 0) [pumpedAt, credit] = [now, 0];
      waiting.push({ bytes, arrivedAt: now });
      if (timer === undefined) pump();
    },
    end() {
      hasEnded = true;
      if (timer === undefined) pump();
    },
  };
}
