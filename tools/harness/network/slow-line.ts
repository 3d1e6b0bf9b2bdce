import type { Socket } from 'node:net';

/** How slow a way is: what each byte takes, in ms, and how many of them pass in a second; null for all that come. */
export type Slowness = { delayMs: number; bytesPerSecond: number | null };

/** A way to one end of a connection. What is on it arrives in its order, and the end of the connection after all of it. */
export type SlowLine = { write: (bytes: Buffer) => void; end: () => void };

const LOOK_EVERY_MS = 50;

/** Opens a way to `far`. `slowness` is looked at all the while: what waits goes at once when the way is quick again. */
export function openSlowLine(far: Socket, slowness: () => Slowness): SlowLine {
  const waiting: { bytes: Buffer; cameAt: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pumpedAt = performance.now();
  /** Bytes that may pass, and parts of one. */
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
      // Nobody saves up on an empty line.
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
