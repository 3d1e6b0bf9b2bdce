import pg from 'pg';
import { forPostgresql } from '../sql/postgresql';
import type { Source, Value } from '../sql/statements';
import { isOutOfReach, shortOf } from './failure';

/** How long to wait for a connection, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long to wait for the answer to a statement that reads, which may have to search years, in ms. */
const READ_TIMEOUT_MS = 60_000;
/** The same for one that writes: meanwhile requests wait for what was acknowledged. */
export const WRITE_TIMEOUT_MS = 10_000;
/**
 * After how long a silent connection is probed by the system, in ms. By default Linux waits two hours, and Socket.IO's
 * adapter, whose connection only listens, would receive nothing meanwhile.
 */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** The write path uses one connection; the others serve the pages of managers. */
export const CONNECTIONS = 4;
/** Statements of lists are put together from conditions: not every one of them is worth a name. */
const MAX_NAMED = 400;

/** The database of an address, without its user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${pathname.slice(1) || 'postgres'} on ${host || 'this machine'}`;
}

/** PostgreSQL's insufficient_privilege. */
export const NO_RIGHT = '42501';

export function tooFewRights(url: string, error: unknown): string {
  return `${userOf(url)} has too few rights in ${nameOf(url)} (${shortOf(error)}): make it the owner of that database`;
}

/** The user of an address, as messages call it. */
const userOf = (url: string) => decodeURIComponent(new URL(url).username) || 'the user';

/** Class 28 of PostgreSQL's error codes: the user or the password was refused. */
const REFUSED_PASSWORD = /^28/;
/** An error of the driver, where the address has no password and PostgreSQL wants one. */
const NO_PASSWORD = 'client password must be';
const NO_DATABASE = '3D000';
const TOO_MANY_CONNECTIONS = '53300';

/**
 * Why a database cannot be connected to, and what to do; null for an error that says nothing of that. `address` is how
 * the user calls the place of the address.
 */
export function whyUnusable(url: string, error: unknown, address: string): string | null {
  const name = nameOf(url);
  const short = shortOf(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (REFUSED_PASSWORD.test(code) || short.includes(NO_PASSWORD))
    return `${name} refuses ${userOf(url)} (${short}): correct the user or the password in ${address}`;
  if (code === NO_DATABASE) return `${name} does not exist: create it, for example by createdb, or correct ${address}`;
  if (code === NO_RIGHT) return tooFewRights(url, error);
  if (code === TOO_MANY_CONNECTIONS) return tooFewConnections(url, error);
  if (isOutOfReach(error) && code !== '') return notReached(url, error, address);
  return null;
}

export function notReached(url: string, error: unknown, address: string): string {
  return `${nameOf(url)} cannot be reached (${shortOf(error)}): start PostgreSQL, or correct ${address}`;
}

/** What to do if a node cannot use a database that it can reach. */
export function tooFewConnections(url: string, error: unknown): string {
  return `${nameOf(url)} cannot be used (${shortOf(error)}): PostgreSQL must run, and allow this node 16 connections`;
}

/** Settings of a connection. */
export function connectionTo(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    application_name: 'heatlamp',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: WRITE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}

const names = new Map<string, string>();

/** PostgreSQL plans a statement with a name once for each connection. */
export function statementNameGenerator({ sql }: { sql: string }): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMED) return '';
  const name = `heatlamp${names.size}`;
  names.set(sql, name);
  return name;
}

/** Parses integers of 64 bits, and sums, as numbers: all of ours fit. */
export const numbersAsNumbers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/** A pool for the messages between sockets of several nodes. */
export function openSocketPool(url: string): { pool: pg.Pool; close: () => Promise<void> } {
  const pool = new pg.Pool({ ...connectionTo(url), max: 3 });
  const taken = new Set<pg.PoolClient>();
  let isClosed = false;
  pool.on('error', () => {});
  // Also one that is in use when it breaks must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('release', (_, client) => taken.delete(client));
  /** What Socket.IO's adapter uses of a pool. It takes one connection to listen, and keeps it. */
  const used = {
    query: pool.query.bind(pool),
    async connect() {
      const client = await pool.connect();
      if (!isClosed) {
        taken.add(client);
        // The adapter keeps one that broke, and takes another: soon the pool would have none left.
        client.once('end', () => taken.has(client) && client.release(true));
        return client;
      }
      client.release(true);
      // After an error, the adapter would try again for ever.
      return new Promise<never>(() => {});
    },
  };
  return {
    pool: used as unknown as pg.Pool,
    async close() {
      isClosed = true;
      for (const client of taken) client.release(true);
      await pool.end();
    },
  };
}

/** A pool of connections that can write nothing. */
export function openReadPool(url: string): Source & { close: () => Promise<void> } {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: CONNECTIONS,
    query_timeout: READ_TIMEOUT_MS,
    // Otherwise PostgreSQL would continue a query whose client has timed out, beside its retry.
    options: `-c default_transaction_read_only=on -c statement_timeout=${READ_TIMEOUT_MS}`,
  });
  // A connection that breaks while it is idle is replaced with the next query.
  pool.on('error', () => {});
  return {
    async $queryRawUnsafe<Rows>(statement: string, ...values: Value[]) {
      const text = forPostgresql(statement);
      const name = statementNameGenerator({ sql: text });
      const { rows } = await pool.query({
        text,
        values,
        types: numbersAsNumbers,
        ...(name === '' ? {} : { name }),
      });
      return rows as Rows;
    },
    close: () => pool.end(),
  };
}
