const TICK_MS = 20;

let rested = 0;
let lost = 0;
let tickedAt = performance.now();

function tick(): void {
  const now = performance.now();
  const passed = now - tickedAt;
  tickedAt = now;
  rested += Math.min(passed, 2 * TICK_MS);
  lost += Math.max(0, passed - 2 * TICK_MS);
}

setInterval(tick, TICK_MS).unref();

/**
 * Ms that passed while this process got a processor. On a busy machine, the time without one counts neither for the
 * test nor for the server.
 */
export function restedNow(): number {
  tick();
  return rested;
}

/** Ms that have not been counted. */
export function lostMs(): number {
  return lost;
}
