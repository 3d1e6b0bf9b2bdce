import pg from 'pg';
import * as original from '../../../server/board/branch-news';
import { NOTIFY } from '../../../server/sql/node-statements';

export * from '../../../server/board/branch-news';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 1 });
pool.on('error', () => {});
/** As long as a commit may take. */
const SLOW_COMMIT = 'SELECT pg_sleep(0.05) FROM jsonb_each(?)';

export const newsWrites: typeof original.newsWrites = (...news) =>
  original.newsWrites(...news).map((write) => {
    if (write.statement !== NOTIFY) return write;
    // Over another connection, a message does not wait for the transaction.
    for (const [message] of write.rows) pool.query(`SELECT pg_notify('heatlamp', $1)`, [message]).catch(() => {});
    return { ...write, statement: SLOW_COMMIT };
  });
