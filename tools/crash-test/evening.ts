import type { ChildServer } from '../harness/child-server';
import { addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import type { ServerBuild } from '../harness/server-build';
import type { Random } from '../pos-simulator/random';
import { addBadRowTriggers } from './bad-row';
import { type Ledger, newLedger } from './ledger';
import { startServer } from './start-server';

/** A data folder that several servers use one after the other, and what was observed of them. */
export type Evening = {
  folder: string;
  /** Token of a screen that reads the board and taps. */
  token: string;
  random: Random;
  ledger: Ledger;
  remove: () => void;
};

/** Creates a folder below `parent` (default: the system's temporary folder), and starts the first server on it. */
export async function beginEvening(
  build: ServerBuild,
  random: Random,
  parent?: string,
): Promise<{ evening: Evening; server: ChildServer }> {
  const { folder, remove } = makeDataFolder(parent);
  const server = await startServer(build, folder);
  const [token = ''] = await addSubscriptionAndScreens(folder, ['ready']);
  addBadRowTriggers(folder);
  return { evening: { folder, token, random, ledger: newLedger(), remove }, server };
}
