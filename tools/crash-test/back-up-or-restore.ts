import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAcknowledged } from '../harness/compare-deliveries';
import { command } from '../harness/control';
import { between } from '../pos-simulator/random';
import type { Evening } from './evening';
import { isRestore, type Kill } from './kills';

const MAX_PAUSE_MS = 600;

/**
 * Requests a backup from a server under load, or a backup and its restore, and arms the kill before the last request.
 * The promise usually rejects, because the server dies before it responds.
 */
export async function backUpOrRestore(kill: Kill, evening: Evening, arm: () => Promise<void>): Promise<void> {
  const { folder, ledger, random } = evening;
  const file = path.join(path.dirname(folder), 'backup.db');
  await wait(between(random, 0, MAX_PAUSE_MS));
  ledger.backup = { file, acknowledged: new Set(ledger.posted.filter(isAcknowledged)), isRestored: false };
  if (!isRestore(kill.moment)) {
    await arm();
    return command(folder, 'backup', { file });
  }
  await command(folder, 'backup', { file });
  ledger.backup.isRestored = true;
  await wait(between(random, 0, MAX_PAUSE_MS));
  await arm();
  return command(folder, 'restore', { file });
}
