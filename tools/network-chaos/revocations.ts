import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../harness/control';
import type { NetworkFault } from '../harness/network/screen-proxy';
import { activeNow } from './active-clock';
import { type Scenario, type ScenarioContext, UP_TO_DATE_WITHIN_MS } from './scenario';

/** The token of a screen is revoked during a network fault. */
export const REVOCATIONS: readonly Scenario[] = (['none', 'no-sockets', 'down'] as const).map((fault) => ({
  name: `shut out, network fault: ${fault}`,
  run: (context) => revokeScreen(context, fault),
}));

async function revokeScreen(
  { kitchen, screen, folder, addViolation, figure }: ScenarioContext,
  fault: NetworkFault,
): Promise<void> {
  const [revoked, other] = [await screen({ name: 'shut out' }), await screen({ name: 'another' })];
  const id = revoked.store.view().screen?.id;
  revoked.network.setFault(fault);
  // Without sockets the screen polls over HTTP.
  if (fault === 'no-sockets') await waitUntil(() => revoked.store.view().link.kind === 'http');
  await command(folder, 'screen revoke', { id });
  if (fault === 'down') {
    await wait(2_000);
    revoked.network.setFault('none');
  }
  const elapsedMs = await waitUntil(() => revoked.store.view().board === null);
  figure('ms until a revoked screen shows nothing', elapsedMs);
  if (elapsedMs > UP_TO_DATE_WITHIN_MS)
    addViolation(`a revoked screen still showed the board after ${Math.round(elapsedMs)} ms`);
  await kitchen.changeBoard();
  await wait(500);
  if (revoked.store.view().board !== null) addViolation('a revoked screen showed a board again');
  await other.waitUntilUpToDate(UP_TO_DATE_WITHIN_MS);
}

/** Waits for a condition, at most four times the promised time. Resolves to the ms that it took. */
async function waitUntil(condition: () => boolean): Promise<number> {
  const from = activeNow();
  const timeoutMs = 4 * UP_TO_DATE_WITHIN_MS;
  while (!condition() && activeNow() - from < timeoutMs) await wait(20);
  return activeNow() - from;
}
