const TICK_MS = 20;

let counted = 0;
let skipped = 0;
let tickedAt = performance.now();

function tick(): void {
  const now = performance.now();
  const passed = now - tickedAt;
  tickedAt = now;
  counted += Math.min(passed, 2 * TICK_MS);
  skipped += Math.max(0, passed - 2 * TICK_MS);
}

setInterval(tick, TICK_MS).unref();

/**
 * Monotonic ms, without the time in which this process could not run. Timeouts then do not depend on how busy the
 * machine is.
 */
export function activeNow(): number {
  tick();
  return counted;
}

/** Ms that were not counted. */
export function skippedMs(): number {
  return skipped;
}
