import { once } from 'node:events';
import path from 'node:path';
import type { ChildServer } from '../harness/child-server';

/** Preloaded into a server, so that its clock can be set. */
export const PRELOAD = path.join(import.meta.dirname, 'set-clock.mjs');

/** Sets the clock of a server with this preload to `aheadMs` ahead of the machine's clock. */
export async function setServerClock({ child }: ChildServer, aheadMs: number): Promise<void> {
  const set = once(child, 'message');
  child.send({ aheadMs });
  await set;
}
