import type Database from 'better-sqlite3';

const FULL = 2;
/**
 * Pages of 4 KB in the write-ahead log before a checkpoint; the default of SQLite is 1,000. The same pages change
 * repeatedly, so fewer checkpoints write fewer pages. After a crash, a start reads up to 32 MB.
 */
export const CHECKPOINT_PAGES = 8_000;
/** SQLite before this can corrupt a database when a write-ahead log is reset. */
const MIN_SQLITE_VERSION = [3, 51, 3] as const;

/** Sets the pragmas of a connection. Reads them back, because an invalid pragma is ignored. @throws Error */
export function setPragmas(database: Database.Database, readOnly: boolean): void {
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  if (isOlder(version, MIN_SQLITE_VERSION))
    throw new Error(`SQLite ${version} can corrupt its log; at least ${MIN_SQLITE_VERSION.join('.')} is needed`);

  const journal = String(database.pragma('journal_mode = WAL', { simple: true }));
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  if (readOnly) database.pragma('query_only = ON');
  const synchronous = Number(database.pragma('synchronous', { simple: true }));
  const foreignKeys = Number(database.pragma('foreign_keys', { simple: true }));
  if (journal !== 'wal' || synchronous !== FULL || foreignKeys !== 1) {
    throw new Error(
      `SQLite refused its settings: journal_mode ${journal}, synchronous ${synchronous}, foreign_keys ${foreignKeys}`,
    );
  }
}

function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, minimum] of oldest.entries()) {
    const part = parts[index] ?? 0;
    if (part !== minimum) return part < minimum;
  }
  return false;
}
