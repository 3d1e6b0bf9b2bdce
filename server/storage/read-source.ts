import SqliteDatabase from 'better-sqlite3';
import type { Source } from '../sql/statements';
import { statementsOn } from './driver-statements';
import type { DatabasePlace } from './migrate';
import { openReadPool } from './postgresql';
import { setPragmas } from './sqlite-pragmas';

export type ReadSource = Source & { close: () => void | Promise<void> };

/** How long a reader waits for another process's lock, blocking its thread. */
const READER_BUSY_MS = 100;

/**
 * Opens a database for reading only, without Prisma's client, which takes 25 MB: the statements of the reader are fixed.
 */
export function openForReading({ databaseFile, databaseUrl }: DatabasePlace): ReadSource {
  if (databaseUrl !== null) return openReadPool(databaseUrl);
  const database = new SqliteDatabase(databaseFile, { timeout: READER_BUSY_MS, fileMustExist: true });
  setPragmas(database, true);
  return { ...statementsOn(database.prepare.bind(database)), close: () => void database.close() };
}
