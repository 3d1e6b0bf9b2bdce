import path from 'node:path';
import { makeDataFolder } from '../harness/data-folder';
import type { ServerBuild } from '../harness/server-build';
import { openDatabase } from '../harness/stored-data';
import { checkRestarted } from './check-restarted';
import type { Evening } from './evening';
import type { Kill } from './kills';
import { newLedger } from './ledger';
import { migrationNames, writeInOldestSchema } from './older-schema';
import { sqliteDatabase } from './rig-database';
import { killAtStart, startServer } from './start-server';

/**
 * Converts a copy of the database to the first schema, and kills a server while it migrates the copy. The next server
 * must finish the migration without loss.
 */
export async function killWhileMigrating(
  kill: Kill,
  build: ServerBuild,
  evening: Evening,
): Promise<{ isReached: boolean; violations: string[] }> {
  const { folder, remove } = makeDataFolder();
  try {
    writeInOldestSchema(path.join(evening.folder, 'heatlamp.db'), path.join(folder, 'heatlamp.db'));
    const pending = migrationNames().length - 1;
    const occurrence = 1 + ((kill.occurrence - 1) % pending);
    const isReached = await killAtStart({ ...kill, occurrence }, build, folder);
    const server = await startServer(build, folder);
    const { posted, rejectedInstants, settings } = evening.ledger;
    // The first schema has no ticket actions, and therefore not the versions that they caused.
    const ledger = { ...newLedger(), posted, rejectedInstants, settings };
    const { violations } = await checkRestarted(server, {
      ...evening,
      folder,
      database: sqliteDatabase(folder),
      ledger,
    });
    const unfinished = missingMigrations(folder);
    await server.stop();
    return { isReached, violations: [...violations, ...unfinished.map((name) => `${name} is not applied once`)] };
  } finally {
    remove();
  }
}

function missingMigrations(folder: string): string[] {
  const database = openDatabase(folder, { readonly: true });
  try {
    const applied = database.prepare<[string], number>(
      'SELECT count(*) FROM "_prisma_migrations" WHERE "migration_name" = ? AND "finished_at" IS NOT NULL',
    );
    return migrationNames().filter((name) => applied.pluck().get(name) !== 1);
  } finally {
    database.close();
  }
}
