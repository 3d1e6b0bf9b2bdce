import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../harness/control';
import type { NetworkFault } from '../harness/network/screen-proxy';
import { restedNow } from './rested-clock';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';

/** A screen that may not see the board any more, by what its network lets through at that moment. */
export const SHUT_OUT: readonly Scenario[] = (['none', 'no-sockets', 'down'] as const).map((fault) => ({
  name: `shut out, network fault: ${fault}`,
  play: (stage) => shutOut(stage, fault),
}));

async function shutOut({ kitchen, screen, folder, broke, figure }: Stage, fault: NetworkFault): Promise<void> {
  const [meant, other] = [await screen({ name: 'shut out' }), await screen({ name: 'another' })];
  const id = meant.store.view().screen?.id;
  meant.network.setFault(fault);
  // Over HTTP first, where that is all that is left.
  if (fault === 'no-sockets') await until(() => meant.store.view().link.kind === 'http');
  await command(folder, 'screen revoke', { id });
  if (fault === 'down') {
    await wait(2_000);
    meant.network.setFault('none');
  }
  const took = await until(() => meant.store.view().board === null);
  figure('ms until a screen that is shut out shows nothing', took);
  if (took > RIGHT_WITHIN_MS) broke(`a screen that was shut out still showed the board after ${Math.round(took)} ms`);
  await kitchen.changes();
  await wait(500);
  if (meant.store.view().board !== null) broke('a screen that was shut out showed a board again');
  await other.isRight(RIGHT_WITHIN_MS);
}

/** Resolves to how long it took; a little after the promise it is given up. */
async function until(isSo: () => boolean): Promise<number> {
  const from = restedNow();
  const giveUpMs = 4 * RIGHT_WITHIN_MS;
  while (!isSo() && restedNow() - from < giveUpMs) await wait(20);
  return restedNow() - from;
}
