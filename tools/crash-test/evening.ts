import type { ChildServer } from '../harness/child-server';
import { furnish, makeDataFolder } from '../harness/data-folder';
import type { ServerBuild } from '../harness/server-build';
import type { Random } from '../pos-simulator/random';
import { expectBadRows } from './bad-row';
import { type Ledger, newLedger } from './ledger';
import { startAgain } from './start-again';

/** A data folder that several servers use one after the other, and what was observed of them from outside. */
export type Evening = {
  folder: string;
  /** Token of a tablet, which reads the board and taps. */
  token: string;
  random: Random;
  ledger: Ledger;
  remove: () => void;
};

/** Creates one below `parent`, or in the system's temporary folder, and starts the first server on it. */
export async function beginEvening(
  build: ServerBuild,
  random: Random,
  parent?: string,
): Promise<{ evening: Evening; server: ChildServer }> {
  const { folder, remove } = makeDataFolder(parent);
  const server = await startAgain(build, folder);
  const [token = ''] = await furnish(folder, ['ready']);
  expectBadRows(folder);
  return { evening: { folder, token, random, ledger: newLedger(), remove }, server };
}
