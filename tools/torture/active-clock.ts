import { once } from 'node:events';
import path from 'node:path';
import type { ChildServer } from '../harness/child-server';

/** Preloaded into a server: its clock can be set, and it measures the delays of its event loop. */
export const PRELOAD = path.join(import.meta.dirname, 'preload.mjs');

const TICK_MS = 20;

let counted = 0;
let tickedAt = performance.now();

function tick(): void {
  const now = performance.now();
  const passed = now - tickedAt;
  tickedAt = now;
  counted += Math.min(passed, 2 * TICK_MS);
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

/** Sets the clock of a server with this preload to `aheadMs` ahead of the machine's clock. */
export async function setServerClock({ child }: ChildServer, aheadMs: number): Promise<void> {
  const set = once(child, 'message');
  child.send({ aheadMs });
  await set;
}
