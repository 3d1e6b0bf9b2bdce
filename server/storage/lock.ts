import Database from 'better-sqlite3';

/** Another process holds the data folder. */
export class LockedElsewhere extends Error {}

/**
 * Holds an empty SQLite file exclusively for life: one process per data folder. The system frees it when the
 * holder dies, kill -9 included; a heartbeat row would look alive. Returns the release.
 * @throws LockedElsewhere when another process holds it
 */
export function holdLock(file: string): () => void {
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new LockedElsewhere(file);
    throw error;
  }
  return () => lock.close();
}
