import pg from 'pg';
import {
  ADOPT_ENTRIES,
  COUNT_REJECTED_ENTRIES,
  DELETE_REJECTED_ENTRIES,
  ENTRIES,
  INSERT_ENTRIES,
  MEASURE_ENTRIES,
  OTHERS_ENTRIES,
  REJECT_ENTRIES,
} from '../sql/inbox-statements';
import { parametersOf } from '../sql/statements';
import type { InboxRow } from './inbox-file';
import { connectionTo } from './postgresql';

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
