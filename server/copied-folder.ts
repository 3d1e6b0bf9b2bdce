import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart, codeOf } from './cannot-start';
import type { Config } from './config';
import { syncFolderIfPossible } from './storage/sync-folder';
import { UserError } from './user-error';

const markerIn = (dataDir: string) => path.join(dataDir, 'copied-to-postgresql');

/** Whether the SQLite of a data folder is in use in PostgreSQL. */
export function isCopied({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return existsSync(markerIn(dataDir));
}

/** Marks a data folder whose SQLite is in use in `to`, as messages call it, since `at` (epoch ms). @throws UserError */
export async function markCopied({ dataDir }: Pick<Config, 'dataDir'>, to: string, at: number): Promise<void> {
  const file = markerIn(dataDir);
  try {
    await writeFile(file, `${to} on ${new Date(at).toISOString().slice(0, 10)}\n`, { mode: 0o600, flush: true });
    await syncFolderIfPossible(dataDir);
  } catch (error) {
    throw new UserError(
      `the restaurant is in use in ${to} now, but ${file} could not be written (${codeOf(error)}): never start Heatlamp on this folder without DATABASE_URL`,
    );
  }
}

/**
 * A start without DATABASE_URL would open the old SQLite, and project into it what waits in the inbox for PostgreSQL.
 * @throws CannotStart
 */
export function refuseCopied({ databaseUrl, databaseFile, dataDir }: Config): void {
  if (databaseUrl !== null || !isCopied({ dataDir })) return;
  const file = markerIn(dataDir);
  throw new CannotStart(
    `${databaseFile} was copied into ${readFileSync(file, 'utf8').trim() || 'PostgreSQL'}, and is in use there: set DATABASE_URL. What is received here would be missing there. To go back to the data of that day on purpose, delete ${file}`,
  );
}
