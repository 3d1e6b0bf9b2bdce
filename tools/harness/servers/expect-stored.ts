import { setTimeout as wait } from 'node:timers/promises';
import type { MeasuredServer } from './target';

/** A delivery is acknowledged from the inbox, and in the database some milliseconds later, or more on a busy machine. */
const TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 20;

/** @throws unless the server stores exactly this number of acknowledged deliveries */
export async function expectStored(
  server: Pick<MeasuredServer, 'target' | 'stored'>,
  deliveries: number,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let stored = await server.stored();
  while (stored < deliveries && performance.now() < deadline) {
    await wait(CHECK_INTERVAL_MS);
    stored = await server.stored();
  }
  if (stored !== deliveries)
    throw new Error(`${server.target} acknowledged ${deliveries} deliveries and stored ${stored}`);
}
