import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import * as statements from '../sql/inbox-statements';
import { setPragmas } from './safe-sqlite';

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
  /** Entries that the database rejected. They are kept, and not returned by `read`. */
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

/** As large as the largest delivery. */
const PROBE_BYTES = 300 * 1024;

/** Opens the file, or creates it. @throws Error */
export function openInboxFile(file: string): InboxFile {
  let open = connect(file);
  /** The first entry that is not removed. */
  let first = 1;
  /** Whether there are removed entries on the disk. */
  let isSwept = true;

  /** A deleted file takes everything with it when the process ends: writes what waits to a new one. */
  function recreateIfDeleted(): void {
    if (isSameFile(open.inode, file)) return;
    const kept = open.rows.all(first, -1);
    // Closed first, because closing deletes the log by its name.
    open.database.close();
    open = connect(file);
    inTransaction(open, () => {
      for (const { seq, id, envelope, body } of kept) open.insert.run(seq, id, envelope, body);
    });
  }

  function deleteRemoved(): void {
    if (!isSwept) open.deleteBefore.run(first);
  }

  return {
    append(rows, seq) {
      recreateIfDeleted();
      inTransaction(open, () => {
        deleteRemoved();
        for (const [index, { id, envelope, body }] of rows.entries()) open.insert.run(seq + index, id, envelope, body);
      });
      isSwept = true;
    },
    read(seq, most, mostBytes) {
      const rows: StoredInboxRow[] = [];
      let bytes = 0;
      for (const row of open.rows.iterate(seq, most)) {
        bytes += row.body.length;
        if (rows.length > 0 && bytes > mostBytes) break;
        rows.push(row);
      }
      return rows;
    },
    measure: () => open.measure.get() ?? { count: 0, bytes: 0 },
    reject(seqs) {
      inTransaction(open, () => {
        for (const seq of seqs) open.reject.run(seq);
      });
    },
    rejected: () => open.rejected.get()?.count ?? 0,
    remove(seq) {
      first = seq;
      isSwept = false;
    },
    sweep() {
      deleteRemoved();
      isSwept = true;
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
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    setPragmas(database, false);
    database.exec(statements.CREATE_INBOX);
    database.exec(statements.DELETE_PROBE);
    return {
      database,
      inode: statSync(file).ino,
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
