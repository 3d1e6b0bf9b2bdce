import { setTimeout as wait } from 'node:timers/promises';
import type { Running } from './target';

/** A burst is on disk when it is answered, and in the database some milliseconds later. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** @throws if a delivery that was answered 200 is not stored, or if there are others */
export async function expectStored(server: Running, deliveries: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let stored = server.stored();
  while (stored < deliveries && performance.now() < deadline) {
    await wait(LOOK_EVERY_MS);
    stored = server.stored();
  }
  if (stored !== deliveries)
    throw new Error(`${server.target} answered 200 to ${deliveries} deliveries and has stored ${stored}`);
}
