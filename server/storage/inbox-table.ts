import pg from 'pg';
import {
  COUNT_REJECTED_ENTRIES,
  DELETE_REJECTED_ENTRIES,
  ENTRIES,
  INSERT_ENTRIES,
  MEASURE_ENTRIES,
  REJECT_ENTRIES,
} from '../sql/inbox-table-statements';
import { parametersOf } from '../sql/statements';
import type { InboxRow } from './inbox-connection';
import { connectionTo } from './postgresql';

/**
 * The table of the inbox in PostgreSQL. Entries are deleted by the transaction that projects them. Every method rejects
 * if the database cannot be reached, after two seconds at most.
 */
export type InboxTable = {
  /** Adds all rows or none; they are on disk when it resolves. A row that is there already stays as it is. */
  append: (rows: readonly InboxRow[]) => Promise<void>;
  /** The oldest entries, at most `most`, and at most about `mostBytes` of them. */
  read: (most: number, mostBytes: number) => Promise<InboxRow[]>;
  /** Number and size in bytes of the entries that wait, and the number of rejected ones. */
  measure: () => Promise<{ count: number; bytes: number; rejected: number }>;
  /** Keeps entries that the database rejected: `read` does not return them. */
  reject: (ids: readonly string[]) => Promise<void>;
  /** Deletes rejected entries with a smaller id. Resolves to their number. */
  deleteRejected: (before: string) => Promise<number>;
  close: () => Promise<void>;
};

/** The POS waits for an answer meanwhile, which the local inbox can give. */
const TIMEOUT_MS = 2_000;
/** One appends while another reads. */
const CONNECTIONS = 2;

export function openInboxTable(url: string): InboxTable {
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
      const values = parametersOf(rows.map(({ id, envelope, body }) => [id, envelope, body]));
      await pool.query({ name: 'append', text: INSERT_ENTRIES, values });
    },
    async read(most, mostBytes) {
      const { rows } = await pool.query<InboxRow>({ name: 'read', text: ENTRIES, values: [most, mostBytes] });
      return rows;
    },
    async measure() {
      const { rows } = await pool.query<{ count: string; bytes: string }>(MEASURE_ENTRIES);
      const rejected = await pool.query<{ count: string }>(COUNT_REJECTED_ENTRIES);
      return {
        count: Number(rows[0]?.count ?? 0),
        bytes: Number(rows[0]?.bytes ?? 0),
        rejected: Number(rejected.rows[0]?.count ?? 0),
      };
    },
    async reject(ids) {
      await pool.query(REJECT_ENTRIES, [JSON.stringify(ids)]);
    },
    async deleteRejected(before) {
      return (await pool.query(DELETE_REJECTED_ENTRIES, [before])).rowCount ?? 0;
    },
    close: () => pool.end(),
  };
}
