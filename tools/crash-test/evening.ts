import type { ChildServer } from '../harness/child-server';
import { addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import type { Postgresql } from '../harness/postgresql';
import type { ServerBuild } from '../harness/server-build';
import type { Random } from '../pos-simulator/random';
import { addBadRowTriggers } from './bad-row';
import { type Ledger, newLedger } from './ledger';
import { postgresqlDatabase, type RigDatabase, sqliteDatabase } from './rig-database';
import { startServer } from './start-server';

/** A data folder that several servers use one after the other, and what was observed of them. */
export type Evening = {
  folder: string;
  database: RigDatabase;
  /** Token of a screen that reads the board and taps. */
  token: string;
  random: Random;
  ledger: Ledger;
  remove: () => Promise<void>;
};

/**
 * Creates a folder below `parent` (default: the system's temporary folder), and starts the first server on it, on a
 * database of `postgresql` if there is one.
 */
export async function beginEvening(
  build: ServerBuild,
  random: Random,
  { parent, postgresql }: { parent?: string; postgresql?: Postgresql | undefined } = {},
): Promise<{ evening: Evening; server: ChildServer }> {
  const { folder, remove } = makeDataFolder(parent);
  const database = postgresql ? await postgresqlDatabase(postgresql) : sqliteDatabase(folder);
  const server = await startServer(build, folder, database.environment);
  const [token = ''] = await addSubscriptionAndScreens(folder, ['ready']);
  if (!postgresql) addBadRowTriggers(folder);
  const removeAll = async () => {
    remove();
    await database.remove();
  };
  return { evening: { folder, database, token, random, ledger: newLedger(), remove: removeAll }, server };
}
