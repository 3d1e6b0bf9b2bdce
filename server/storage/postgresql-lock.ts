import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo, nameOf } from './postgresql';

/** Any number that no other program locks in our database. */
const LOCK = 5_746_021;

/** Ensures that one process writes to a database: PostgreSQL frees the lock when the connection of its holder ends. */
export type PostgresqlLock = {
  isHeld: () => boolean;
  /** Takes the lock, unless it is held. @throws AlreadyLocked, or an error of the connection */
  take: () => Promise<void>;
  release: () => Promise<void>;
};

/** PostgreSQL notices within half a minute that the machine of a holder is gone, and frees the lock. */
const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
/** How long a server waits at its start for a PostgreSQL that is starting too, in ms. */
const START_UP_MS = 30_000;
const RETRY_MS = 500;
const STARTING_UP = '57P03';

/** Another process holds the lock. */
export class AlreadyLocked extends Error {}

/** Takes the lock, and waits for a PostgreSQL that is starting. @throws AlreadyLocked, or an error of the connection */
export async function takeAtStart({ take }: Pick<PostgresqlLock, 'take'>): Promise<void> {
  const deadline = performance.now() + START_UP_MS;
  for (;;) {
    try {
      return await take();
    } catch (error) {
      const isStarting = error instanceof Error && 'code' in error && error.code === STARTING_UP;
      if (!isStarting || performance.now() > deadline) throw error;
      await wait(RETRY_MS);
    }
  }
}

export function createPostgresqlLock(url: string): PostgresqlLock {
  let held: pg.Client | null = null;

  async function take(): Promise<void> {
    if (held) return;
    const client = new pg.Client({ ...connectionTo(url), options: KEEPALIVE });
    const lose = () => {
      if (held === client) held = null;
    };
    client.on('error', lose);
    client.on('end', lose);
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS "taken"', [LOCK]);
      if (!rows[0]?.taken) throw new AlreadyLocked(`another Heatlamp runs on ${nameOf(url)}`);
      held = client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  return {
    isHeld: () => held !== null,
    take,
    async release() {
      const client = held;
      held = null;
      await client?.end().catch(() => {});
    },
  };
}
