import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import * as statements from '../sql/inbox-statements';
import {
  ADOPT_ENTRIES,
  COUNT_REJECTED_ENTRIES,
  DELETE_REJECTED_ENTRIES,
  ENTRIES,
  INSERT_ENTRIES,
  MEASURE_ENTRIES,
  OTHERS_ENTRIES,
  REJECT_ENTRIES,
  REWRITE,
} from '../sql/inbox-statements';
import { parametersOf } from '../sql/statements';
import { setPragmas } from './database-file';
import { isBusy, LockedElsewhere } from './lock';
import { connectionTo } from './postgresql';

/** A stored entry. `envelope` is everything about a delivery besides its body, as JSON. */
export type InboxRow = { id: string; envelope: string; body: Buffer };
export type StoredInboxRow = InboxRow & { seq: number };

/** A delivery that is in the database. `receivedAt` is server time, epoch ms. */
export type NewestStored = { id: string; receivedAt: number };

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
  /** Deletes the entries before `seq`, and notes the newest one in the database, at the next `append` or `sweep`. */
  remove: (seq: number, newest: NewestStored | null) => void;
  /** Notes a delivery that is in the database, at the next `append` or `sweep`. */
  note: (newest: NewestStored | null) => void;
  /** The newest delivery that was removed because it is in the database; null before the first. */
  committed: () => NewestStored | null;
  /** Whether an entry with this id waits. */
  has: (id: string) => boolean;
  /**
   * Keeps the file for this process until it is closed, also if the lock of the folder is deleted.
   * @throws LockedElsewhere if another process uses it
   */
  claim: () => void;
  /** Deletes removed entries from the disk now. */
  sweep: () => void;
  /** Deletes rejected entries with a smaller id, and everything deleted from unused pages and from the log. */
  scrub: (before: string) => void;
  /** Checks with real writes that the largest entry could be added. */
  probe: () => void;
  nextSeq: () => number;
  close: () => void;
};

/** With more entries, the file is not written anew, because that blocks the thread. */
const MAX_TO_REWRITE = 100;
/** As large as the largest delivery. */
const PROBE_BYTES = 300 * 1024;
const OPEN_TIMEOUT_MS = 5_000;

/** Opens the file, or creates it. @throws Error */
export function openInboxFile(file: string): InboxFile {
  const open = connect(file);
  /** The first entry that is not removed. */
  let first = 1;
  let committed = open.committed.get() ?? null;
  /** Entries to mark as rejected. */
  let rejecting = new Set<number>();
  let isSwept = true;

  function deleteRemoved(): void {
    for (const seq of rejecting) open.reject.run(seq);
    if (isSwept) return;
    open.deleteBefore.run(first);
    // In the same transaction: a delivery is either still here, or known to be in the database.
    if (committed) open.setCommitted.run(committed.id, committed.receivedAt);
  }

  function note(newest: NewestStored | null): void {
    // Not a delivery from before the clock was set back.
    if (!newest || (committed && newest.id < committed.id)) return;
    committed = { id: newest.id, receivedAt: newest.receivedAt };
    isSwept = false;
  }

  function markSwept(): void {
    isSwept = true;
    rejecting = new Set();
  }

  return {
    append(rows, seq) {
      const { insert } = open;
      inTransaction(open, () => {
        deleteRemoved();
        for (const [index, { id, envelope, body }] of rows.entries()) insert.run(seq + index, id, envelope, body);
      });
      markSwept();
    },
    read(seq, most, mostBytes) {
      const rows: StoredInboxRow[] = [];
      let bytes = 0;
      for (const row of open.rows.iterate(seq, most + rejecting.size)) {
        if (rejecting.has(row.seq)) continue;
        bytes += row.body.length;
        if (rows.length === most || (rows.length > 0 && bytes > mostBytes)) break;
        rows.push(row);
      }
      return rows;
    },
    measure: () => open.measure.get() ?? { count: 0, bytes: 0 },
    reject(seqs) {
      for (const seq of seqs) rejecting.add(seq);
    },
    rejected: () => open.rejected.get()?.count ?? 0,
    remove(seq, newest) {
      first = seq;
      isSwept = false;
      note(newest);
    },
    note,
    sweep() {
      inTransaction(open, deleteRemoved);
      markSwept();
    },
    scrub(before) {
      open.deleteRejected.run(before);
      if ((open.measure.get()?.count ?? 0) > MAX_TO_REWRITE) return;
      open.database.exec(REWRITE);
      open.database.pragma('wal_checkpoint(TRUNCATE)');
    },
    committed: () => committed,
    has: (id) => open.has.get(id) !== undefined,
    claim: () => claimFor(open),
    probe() {
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
      committed: database.prepare<[], NewestStored>(statements.LAST_COMMITTED),
      has: database.prepare<[string]>(statements.HAS_ENTRY),
      last: database.prepare<[], { seq: number | null }>(statements.LAST_ENTRY),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** With this mode, the first write locks out every other connection. @throws LockedElsewhere */
function claimFor(open: Open): void {
  open.database.pragma('locking_mode = EXCLUSIVE');
  try {
    inTransaction(open, () => open.deleteProbe.run());
  } catch (error) {
    throw isBusy(error) ? new LockedElsewhere() : error;
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

/**
 * The table of the inbox in PostgreSQL. Entries are deleted by the transaction that projects them. Every method rejects
 * if the database cannot be reached, after two seconds at most.
 */
export type InboxTable = {
  /** Adds all rows or none; they are on disk when it resolves. A row that is there already stays as it is. */
  append: (rows: readonly InboxRow[]) => Promise<void>;
  /** The oldest entries of this node but those with these ids, at most `most`, and at most about `mostBytes` of them. */
  read: (most: number, mostBytes: number, except: ReadonlySet<string>) => Promise<InboxRow[]>;
  /** The ids of the oldest entries of other nodes. */
  others: () => Promise<string[]>;
  /** Takes over entries of other nodes: those with these ids, or all. Resolves to how many, and their size in bytes. */
  adopt: (ids: readonly string[] | null) => Promise<{ count: number; bytes: number }>;
  /** Number and size in bytes of the entries of this node that wait. */
  measure: () => Promise<{ count: number; bytes: number }>;
  /** Number of the rejected entries of all nodes. */
  countRejected: () => Promise<number>;
  /** Keeps entries that the database rejected: `read` does not return them. */
  reject: (ids: readonly string[]) => Promise<void>;
  /** Deletes rejected entries with a smaller id. */
  deleteRejected: (before: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The POS waits for an answer meanwhile, which the local inbox can give. */
const TIMEOUT_MS = 2_000;
/** Nobody waits for the other statements. */
const UNHURRIED = { query_timeout: 10_000 };
/** One appends while another reads. */
const CONNECTIONS = 2;

export function openInboxTable(url: string, node: number): InboxTable {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that breaks while it is idle is replaced with the next query.
  pool.on('error', () => {});
  return {
    async append(rows) {
      const values = parametersOf(rows.map(({ id, envelope, body }) => [id, envelope, body, node]));
      await pool.query({ name: 'append', text: INSERT_ENTRIES, values });
    },
    async read(most, mostBytes, except) {
      const values = [node, [...except], most, mostBytes];
      const { rows } = await pool.query<InboxRow>({ name: 'read', text: ENTRIES, values });
      return rows;
    },
    async measure() {
      const { rows } = await pool.query<{ count: string; bytes: string }>({
        ...UNHURRIED,
        text: MEASURE_ENTRIES,
        values: [node],
      });
      return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
    },
    async countRejected() {
      const { rows } = await pool.query<{ count: string }>({ ...UNHURRIED, text: COUNT_REJECTED_ENTRIES });
      return Number(rows[0]?.count ?? 0);
    },
    async others() {
      const { rows } = await pool.query<{ id: string }>({ ...UNHURRIED, text: OTHERS_ENTRIES, values: [node] });
      return rows.map(({ id }) => id);
    },
    async adopt(ids) {
      const values = [node, node, ids === null ? null : JSON.stringify(ids)];
      const { rows } = await pool.query<{ bytes: number }>({
        ...UNHURRIED,
        ...{ name: 'adopt', text: ADOPT_ENTRIES, values },
      });
      return { count: rows.length, bytes: rows.reduce((sum, row) => sum + row.bytes, 0) };
    },
    async reject(ids) {
      await pool.query(REJECT_ENTRIES, [JSON.stringify(ids)]);
    },
    async deleteRejected(before) {
      await pool.query(DELETE_REJECTED_ENTRIES, [before]);
    },
    close: () => pool.end(),
  };
}
