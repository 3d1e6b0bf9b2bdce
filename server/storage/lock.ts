import Database from 'better-sqlite3';

/** Another process uses the data folder. */
export class LockedElsewhere extends Error {}

/** The connections that hold a lock. The driver closes one that is garbage collected, which releases its lock. */
const held = new Set<Database.Database>();

/**
 * Locks an empty SQLite file exclusively, so that only one process uses a data folder. The operating system releases the
 * lock when the process ends, even by kill -9. Call the result to release it.
 * @throws LockedElsewhere when another process holds it
 */
export function acquireLock(file: string): () => void {
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new LockedElsewhere(file);
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

/** Whether another connection has locked a file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
