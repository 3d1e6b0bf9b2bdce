import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL, TRY_LOCK_START, UNLOCK_START } from '../sql/node-statements';
import { connectionTo } from './postgresql';

/** Nodes share this lock, so that they can be counted. */
const LOCK = 5_746_021;
/** Where `pg_locks` has the connection of each node to the others. Only in this database. */
export const HELD_BY_NODES = `"locktype" = 'advisory' AND "objid" = ${LOCK} AND "objsubid" = 1 AND "granted"
  AND "database" = (SELECT "oid" FROM pg_database WHERE "datname" = current_database())`;
/** PostgreSQL notices within half a minute that the machine of a node is gone. */
const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
/** How long a server waits at its start for a PostgreSQL that is starting too, in ms. */
const START_UP_MS = 30_000;
const CONNECT_AGAIN_MS = 500;
const STARTING_UP = '57P03';
/** How often a connection that is silent is tried, in ms, and how long it may take to answer. */
const PING_EVERY_MS = 5_000;
const PING_TIMEOUT_MS = 2_000;

/** The connection over which a node learns what the others do. It is made again when it breaks. */
export type NodeLink = {
  /** Whether other nodes used the database when this one started. */
  hadOthers: boolean;
  /** Whether other nodes used it a moment ago. */
  hasOthers: () => boolean;
  /** Calls back with each message of a node, and with null when some may have been missed. Call once. */
  listen: (onMessage: (message: string | null) => void) => void;
  /** Runs the work at the start while no other node runs its own. `onWait` is called if another one does. */
  alone: <Result>(work: () => Promise<Result>, onWait: () => void) => Promise<Result>;
  close: () => Promise<void>;
};

/** Connects, and waits for a PostgreSQL that is starting. @throws an error of the connection */
export async function openNodeLink(url: string): Promise<NodeLink> {
  let client = await connectAtStart(url);
  let onMessage: ((message: string | null) => void) | null = null;
  let isClosed = false;
  let holders = await countNodes(client);
  const hadOthers = holders > 1;

  function watch(watched: pg.Client): void {
    watched.on('notification', ({ payload }) => onMessage?.(payload ?? null));
    watched.on('error', () => {});
    watched.once('end', () => void reconnect());
  }

  async function reconnect(): Promise<void> {
    while (!isClosed) {
      await wait(CONNECT_AGAIN_MS, undefined, { ref: false });
      const next = await connect(url).catch(() => null);
      if (!next) continue;
      if (isClosed) return void next.end().catch(() => {});
      client = next;
      watch(next);
      onMessage?.(null);
      return;
    }
  }

  watch(client);
  const pinging = setInterval(() => {
    const pinged = client;
    const deadline = setTimeout(() => endNow(pinged), PING_TIMEOUT_MS).unref();
    countNodes(pinged)
      .then((count) => {
        holders = count;
      })
      .catch(() => {})
      .finally(() => clearTimeout(deadline));
  }, PING_EVERY_MS);
  pinging.unref();

  return {
    hadOthers,
    hasOthers: () => holders > 1,
    listen(listener) {
      onMessage = listener;
    },
    async alone(work, onWait) {
      for (let tries = 0; !(await isAlone(client)); tries += 1) {
        if (tries === 0) onWait();
        await wait(CONNECT_AGAIN_MS);
      }
      try {
        return await work();
      } finally {
        // If the connection broke meanwhile, PostgreSQL has freed the lock.
        await client.query(UNLOCK_START).catch(() => {});
      }
    },
    async close() {
      isClosed = true;
      clearInterval(pinging);
      await client.end().catch(() => {});
    },
  };
}

/** Also if the other side does not answer any more. */
function endNow(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } };
  connection.stream.destroy();
}

async function connectAtStart(url: string): Promise<pg.Client> {
  const deadline = performance.now() + START_UP_MS;
  for (;;) {
    try {
      return await connect(url);
    } catch (error) {
      const isStarting = error instanceof Error && 'code' in error && error.code === STARTING_UP;
      if (!isStarting || performance.now() > deadline) throw error;
      await wait(CONNECT_AGAIN_MS);
    }
  }
}

/** @throws an error of the connection */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(url), options: KEEPALIVE });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
    await client.query(`LISTEN ${CHANNEL}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(TRY_LOCK_START);
  return rows[0]?.isLocked === true;
}

/** The nodes that use the database, with this process if it is one. */
export async function countNodes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM pg_locks WHERE ${HELD_BY_NODES}`,
  );
  return rows[0]?.count ?? 0;
}
