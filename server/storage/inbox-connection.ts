import SqliteDatabase from 'better-sqlite3';
import * as statements from '../sql/inbox-statements';
import { isBusy, LockedElsewhere } from './lock';
import { setPragmas } from './sqlite-pragmas';

/** A stored entry. `envelope` is everything about a delivery besides its body, as JSON. */
export type InboxRow = { id: string; envelope: string; body: Buffer };
export type StoredInboxRow = InboxRow & { seq: number };

/** A delivery that is in the database. `receivedAt` is server time, epoch ms. */
export type Committed = { id: string; receivedAt: number };

const OPEN_TIMEOUT_MS = 5_000;

export type Open = ReturnType<typeof connect>;

export function connect(file: string) {
  // Another program may read the file at the start. Later, waiting would block the thread.
  const database = new SqliteDatabase(file, { timeout: OPEN_TIMEOUT_MS });
  try {
    setPragmas(database, false);
    database.exec(statements.CREATE_INBOX);
    database.exec(statements.CREATE_COMMITTED);
    database.exec(statements.DELETE_PROBE);
    database.pragma('busy_timeout = 0');
    return {
      database,
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      rollback: database.prepare('ROLLBACK'),
      insert: database.prepare(statements.INSERT_ENTRY),
      rows: database.prepare<[number, number], StoredInboxRow>(statements.ENTRIES_FROM),
      measure: database.prepare<[], { count: number; bytes: number }>(statements.MEASURE_INBOX),
      deleteBefore: database.prepare(statements.DELETE_BEFORE),
      probe: database.prepare(statements.INSERT_PROBE),
      deleteProbe: database.prepare(statements.DELETE_PROBE),
      reject: database.prepare(statements.REJECT_ENTRY),
      deleteRejected: database.prepare<[string]>(statements.DELETE_REJECTED),
      rejected: database.prepare<[], { count: number }>(statements.COUNT_REJECTED),
      setCommitted: database.prepare(statements.SET_COMMITTED),
      committed: database.prepare<[], Committed>(statements.LAST_COMMITTED),
      has: database.prepare<[string]>(statements.HAS_ENTRY),
      last: database.prepare<[], { seq: number | null }>(statements.LAST_ENTRY),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** With this mode, the first write locks out every other connection. @throws LockedElsewhere */
export function claimFor(open: Open): void {
  open.database.pragma('locking_mode = EXCLUSIVE');
  try {
    inTransaction(open, () => open.deleteProbe.run());
  } catch (error) {
    throw isBusy(error) ? new LockedElsewhere() : error;
  }
}

export function inTransaction({ database, begin, commit, rollback }: Open, work: () => void): void {
  begin.run();
  try {
    work();
    commit.run();
  } catch (error) {
    if (database.inTransaction) rollback.run();
    throw error;
  }
}
