import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../harness/kept-folder';
import type { ServerBuild } from '../harness/server-build';
import { checkRestarted } from './check-restarted';
import type { Evening } from './evening';
import { newLedger } from './ledger';
import { migrationNames, writeOldest } from './older-schema';
import type { Kill } from './points';
import { dieAtStart, startAgain } from './start-again';

/**
 * An update from the oldest schema: a server starts on this evening in the first schema and dies during the migration.
 * The next server must finish the migration without loss.
 */
export async function killWhileMigrating(
  kill: Kill,
  build: ServerBuild,
  evening: Evening,
): Promise<{ isReached: boolean; broken: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-migrating-'));
  try {
    writeOldest(path.join(evening.folder, 'heatlamp.db'), path.join(folder, 'heatlamp.db'));
    const pending = migrationNames().length - 1;
    const occurrence = 1 + ((kill.occurrence - 1) % pending);
    const isReached = await dieAtStart({ ...kill, occurrence }, build, folder);
    const back = await startAgain(build, folder);
    const { posted, poisoned, settings } = evening.ledger;
    // Ticket actions came after the first schema, and so did the versions that they caused.
    const ledger = { ...newLedger(), posted, poisoned, settings };
    const { broken } = await checkRestarted(back, { ...evening, folder, ledger });
    const unfinished = missingMigrations(folder);
    await back.stop();
    return { isReached, broken: [...broken, ...unfinished.map((name) => `${name} is not applied once`)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
