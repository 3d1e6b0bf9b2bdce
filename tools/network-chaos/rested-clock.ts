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
 * Ms that passed while this process had a processor: on a machine that is busy with other things neither the rig nor
 * the server can be held to seconds that they were not given.
 */
export function restedNow(): number {
  tick();
  return rested;
}

/** Ms that were not counted so far. */
export function lostMs(): number {
  return lost;
}
