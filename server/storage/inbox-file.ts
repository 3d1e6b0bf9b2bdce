import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import * as statements from '../sql/inbox-statements';
import { setPragmas } from './sqlite-pragmas';

/** A stored entry. `envelope` is everything about a delivery besides its body, as JSON. */
export type InboxRow = { id: string; envelope: string; body: Buffer };
export type StoredInboxRow = InboxRow & { seq: number };

/**
 * The file of the inbox, a SQLite database with one table. Entries are numbered in the order in which they were added.
 * Every method throws if the file cannot be read or written.
 */
export type InboxFile = {
  /** Adds all rows or none, after the entry `seq - 1`; they are on disk when it returns. */
  append: (rows: readonly InboxRow[], seq: number) => void;
  /** The oldest entries from `seq` on, at most `most`, and at most about `mostBytes` of them. */
  read: (seq: number, most: number, mostBytes: number) => StoredInboxRow[];
  /** Number and size in bytes of the entries that wait. */
  measure: () => { count: number; bytes: number };
  /** Marks entries as rejected, at the next `append` or `sweep`: they are kept, and `read` does not return them. */
  reject: (seqs: readonly number[]) => void;
  rejected: () => number;
  /** Deletes the entries before `seq`, at the next `append` or `sweep`. */
  remove: (seq: number) => void;
  /** Deletes removed entries from the disk now. */
  sweep: () => void;
  /** Checks with real writes that the largest entry could be added. */
  probe: () => void;
  nextSeq: () => number;
  close: () => void;
};

const OPEN_TIMEOUT_MS = 5_000;
/** As large as the largest delivery. */
const PROBE_BYTES = 300 * 1024;

/** Opens the file, or creates it. @throws Error */
export function openInboxFile(file: string): InboxFile {
  let open = connect(file);
  /** The first entry that is not removed. */
  let first = 1;
  /** Entries to mark as rejected. */
  let rejecting = new Set<number>();
  let isSwept = true;
  /** The entries of a deleted file that are not in a new one yet. */
  let unsaved: (StoredInboxRow & { isRejected: number })[] | null = null;

  /** A deleted file takes everything with it when the process ends: writes what waits to a new one. */
  function recreateIfDeleted(): void {
    if (unsaved === null && isSameFile(open.inode, file)) return;
    unsaved ??= open.all.all(first);
    // Closed first, because closing deletes the log by its name.
    open.database.close();
    open = connect(file);
    const rows = unsaved;
    inTransaction(open, () => {
      for (const { seq, id, envelope, body, isRejected } of rows) open.save.run(seq, id, envelope, body, isRejected);
    });
    unsaved = null;
  }

  function deleteRemoved(): void {
    for (const seq of rejecting) open.reject.run(seq);
    if (!isSwept) open.deleteBefore.run(first);
  }

  function markSwept(): void {
    isSwept = true;
    rejecting = new Set();
  }

  return {
    append(rows, seq) {
      recreateIfDeleted();
      inTransaction(open, () => {
        deleteRemoved();
        for (const [index, { id, envelope, body }] of rows.entries()) open.insert.run(seq + index, id, envelope, body);
      });
      markSwept();
    },
    read(seq, most, mostBytes) {
      recreateIfDeleted();
      const rows: StoredInboxRow[] = [];
      let bytes = 0;
      for (const row of open.rows.iterate(seq, most)) {
        if (rejecting.has(row.seq)) continue;
        bytes += row.body.length;
        if (rows.length > 0 && bytes > mostBytes) break;
        rows.push(row);
      }
      return rows;
    },
    measure: () => open.measure.get() ?? { count: 0, bytes: 0 },
    reject(seqs) {
      for (const seq of seqs) rejecting.add(seq);
    },
    rejected: () => open.rejected.get()?.count ?? 0,
    remove(seq) {
      first = seq;
      isSwept = false;
    },
    sweep() {
      recreateIfDeleted();
      inTransaction(open, deleteRemoved);
      markSwept();
    },
    probe() {
      recreateIfDeleted();
      open.probe.run(Buffer.alloc(PROBE_BYTES));
      open.deleteProbe.run();
    },
    nextSeq: () => (open.last.get()?.seq ?? 0) + 1,
    close: () => open.database.close(),
  };
}

type Open = ReturnType<typeof connect>;

function connect(file: string) {
  // Another program may read the file at the start. Later, waiting would block the thread.
  const database = new SqliteDatabase(file, { timeout: OPEN_TIMEOUT_MS });
  try {
    setPragmas(database, false);
    database.exec(statements.CREATE_INBOX);
    database.exec(statements.DELETE_PROBE);
    database.pragma('busy_timeout = 0');
    return {
      database,
      inode: statSync(file).ino,
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      rollback: database.prepare('ROLLBACK'),
      insert: database.prepare(statements.INSERT_ENTRY),
      all: database.prepare<[number], StoredInboxRow & { isRejected: number }>(statements.ALL_ENTRIES),
      save: database.prepare(statements.SAVE_ENTRY),
      rows: database.prepare<[number, number], StoredInboxRow>(statements.ENTRIES_FROM),
      measure: database.prepare<[], { count: number; bytes: number }>(statements.MEASURE_INBOX),
      deleteBefore: database.prepare(statements.DELETE_BEFORE),
      probe: database.prepare(statements.INSERT_PROBE),
      deleteProbe: database.prepare(statements.DELETE_PROBE),
      reject: database.prepare(statements.REJECT_ENTRY),
      rejected: database.prepare<[], { count: number }>(statements.COUNT_REJECTED),
      last: database.prepare<[], { seq: number | null }>(statements.LAST_ENTRY),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function inTransaction({ database, begin, commit, rollback }: Open, work: () => void): void {
  begin.run();
  try {
    work();
    commit.run();
  } catch (error) {
    if (database.inTransaction) rollback.run();
    throw error;
  }
}

function isSameFile(inode: number, file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === inode;
}
