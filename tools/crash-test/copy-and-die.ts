import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../harness/control';
import { between } from '../pos-simulator/random';
import type { Evening } from './evening';
import type { Posted } from './ledger';
import { isRestore, type Kill } from './points';

const LONGEST_PAUSE_MS = 600;

/**
 * Makes a server under load take a backup, or restore one that it has just taken, and arms the kill before the step at
 * which it shall die. The result is of no use: the answer is lost with the server.
 */
export async function copyAndDie(kill: Kill, evening: Evening, arm: () => Promise<void>): Promise<void> {
  const { folder, ledger, random } = evening;
  const file = path.join(path.dirname(folder), 'backup.db');
  await wait(between(random, 0, LONGEST_PAUSE_MS));
  ledger.backup = { file, before: answered(ledger.posted), isRestored: false };
  if (!isRestore(kill.when)) {
    await arm();
    return command(folder, 'backup', { file });
  }
  await command(folder, 'backup', { file });
  ledger.backup.isRestored = true;
  await wait(between(random, 0, LONGEST_PAUSE_MS));
  await arm();
  return command(folder, 'restore', { file });
}

function answered(posted: readonly Posted[]): Set<Posted> {
  return new Set(posted.filter(({ status }) => status === 200 || status === 400));
}
