import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildServer } from '../harness/child-server';
import { isAcknowledged } from '../harness/compare-deliveries';
import { command } from '../harness/control';
import type { ServerBuild } from '../harness/server-build';
import { between } from '../pos-simulator/random';
import type { Evening } from './evening';
import { isRestore, type Kill } from './kills';
import { killAtStart } from './start-server';

const MAX_PAUSE_MS = 600;

/**
 * Requests a backup from a server under load, and arms the kill before it; for a restore, ends the server after the backup.
 * The promise usually rejects, because the server dies before it responds.
 */
export async function backUp(
  kill: Kill,
  server: ChildServer,
  evening: Evening,
  arm: () => Promise<void>,
): Promise<void> {
  const { folder, ledger, random } = evening;
  const file = path.join(path.dirname(folder), 'backup.db');
  await wait(between(random, 0, MAX_PAUSE_MS));
  ledger.backup = { file, acknowledged: new Set(ledger.posted.filter(isAcknowledged)), isRestored: false };
  if (!isRestore(kill.moment)) await arm();
  await command(folder, 'backup', { file });
  if (!isRestore(kill.moment)) return;
  ledger.backup.isRestored = true;
  await wait(between(random, 0, MAX_PAUSE_MS));
  await server.kill();
}

/** Restores the backup on the folder of the dead server, and kills the command. Resolves to whether it reached the point. */
export async function killRestore(kill: Kill, build: ServerBuild, { folder, ledger }: Evening): Promise<boolean> {
  return ledger.backup?.isRestored === true && killAtStart(kill, build, folder, ['restore', ledger.backup.file]);
}
