import pg from 'pg';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { connectionTo } from './postgresql';

/** Counts attempts, together with all other nodes of the database. */
export type RateLimits = {
  /** A limit of `points` attempts in `duration` seconds. `name` distinguishes it from others. */
  open: (name: string, limit: { points: number; duration: number }) => Promise<RateLimiterAbstract>;
  close: () => Promise<void>;
};

/** An attempt does not wait longer for PostgreSQL: this node then counts alone. */
const TIMEOUT_MS = 2_000;

/** Loads the library with the first limit, because it takes 11 MB. */
export function openRateLimits(databaseUrl: string | null): RateLimits {
  let pool: pg.Pool | null = null;
  return {
    async open(name, limit) {
      const { RateLimiterMemory, RateLimiterPostgres } = await import('rate-limiter-flexible');
      const options = { ...limit, keyPrefix: name };
      if (databaseUrl === null) return new RateLimiterMemory(options);
      pool ??= openPool(databaseUrl);
      const table = { storeClient: pool, tableName: 'RateLimit', tableCreated: true };
      return new RateLimiterPostgres({ ...options, ...table, insuranceLimiter: new RateLimiterMemory(options) });
    },
    async close() {
      await pool?.end();
    },
  };
}

function openPool(url: string): pg.Pool {
  const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const pool = new pg.Pool({ ...connectionTo(url), ...timeouts, max: 2 });
  pool.on('error', () => {});
  return pool;
}

/** Counts one attempt after the other, until one is refused. Resolves to the seconds to wait, 0 if none is. */
export async function firstRefusal(attempts: (() => Promise<RateLimiterRes>)[]): Promise<number> {
  for (const attempt of attempts) {
    try {
      await attempt();
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1_000));
    }
  }
  return 0;
}
