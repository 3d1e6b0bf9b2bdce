import { setTimeout as wait } from 'node:timers/promises';
import { checkBoard } from '../harness/check-board';
import type { ChildServer } from '../harness/child-server';
import { foldJournal } from '../harness/folded-board';
import { readKept } from '../harness/kept-folder';
import { checkBackup } from './check-backup';
import { checkFolder, type Verdict } from './check-folder';
import type { Evening } from './evening';
import { checkSettings } from './tap-and-set';
import { watchVersions } from './watch-versions';

const DRAINS_WITHIN_MS = 20_000;

/** Compares a restarted server with everything answered before, and its board with facts and ticket actions. */
export async function checkRestarted(server: ChildServer, evening: Evening): Promise<Verdict> {
  const { folder, ledger } = evening;
  const onVersion = watchVersions(ledger)('HTTP after a restart');
  const drained = await untilDrained(server);
  const kept = readKept(folder, ledger.readings);
  const backup = checkBackup(folder, kept, ledger);
  const orders = foldJournal(kept.deliveries);
  const { broken, lost, doubled } = checkFolder(kept, orders, ledger);
  const seen = ledger.seen.splice(0);
  const settings = await checkSettings(folder, ledger);
  const board = await checkBoard({ url: server.url, token: evening.token, onVersion }, kept, orders).catch(
    (error: unknown) => [String(error)],
  );
  return {
    lost,
    doubled,
    broken: [...drained, ...backup, ...broken, ...seen, ...settings, ...board, ...ledger.seen.splice(0)],
  };
}

async function untilDrained({ url, isAlive }: ChildServer): Promise<string[]> {
  const deadline = performance.now() + DRAINS_WITHIN_MS;
  for (;;) {
    const answer = await fetch(new URL('/readyz', url));
    const { spooling, spoolBytes, waiting } = (await answer.json()) as Record<string, unknown>;
    if (!spooling && spoolBytes === 0 && waiting === 0) return [];
    if (performance.now() > deadline || !isAlive())
      return [`the spool still holds ${spoolBytes} bytes after the drain`];
    await wait(50);
  }
}
