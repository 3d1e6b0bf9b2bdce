import { setTimeout as wait } from 'node:timers/promises';
import { checkBoard } from '../harness/check-board';
import type { ChildServer } from '../harness/child-server';
import { foldDeliveries } from '../harness/folded-board';
import { checkBackup } from './check-backup';
import { type CheckResult, checkFolder } from './check-folder';
import type { Evening } from './evening';
import { checkSettings } from './taps-and-settings';
import { watchVersions } from './watch-versions';

const DRAIN_TIMEOUT_MS = 60_000;

/** Compares a restarted server with every earlier acknowledgement, and its board with facts and ticket actions. */
export async function checkRestarted(server: ChildServer, evening: Evening): Promise<CheckResult> {
  const { folder, ledger } = evening;
  const onVersion = watchVersions(ledger)('HTTP after a restart');
  const drained = await untilDrained(server);
  const kept = await evening.database.read(ledger.readings);
  const backup = checkBackup(folder, kept, ledger);
  const orders = foldDeliveries(kept.deliveries);
  const { violations, lost, duplicated } = checkFolder(kept, orders, ledger);
  const whileRunning = ledger.violations.splice(0);
  const settings = await checkSettings(folder, ledger);
  const board = await checkBoard({ url: server.url, token: evening.token, onVersion }, kept, orders).catch(
    (error: unknown) => [String(error)],
  );
  return {
    lost,
    duplicated,
    violations: [
      ...drained,
      ...backup,
      ...violations,
      ...whileRunning,
      ...settings,
      ...board,
      ...ledger.violations.splice(0),
    ],
  };
}

async function untilDrained({ url, isAlive }: ChildServer): Promise<string[]> {
  const deadline = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(new URL('/readyz', url));
    const { databaseAway, inboxBytes, waiting } = (await response.json()) as Record<string, unknown>;
    if (!databaseAway && inboxBytes === 0 && waiting === 0) return [];
    if (performance.now() > deadline || !isAlive())
      return [`the inbox still has ${inboxBytes} bytes after the projection`];
    await wait(50);
  }
}
