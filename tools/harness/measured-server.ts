import path from 'node:path';
import Database from 'better-sqlite3';
import { build } from 'esbuild';
import pg from 'pg';
import { projectRoot } from '../set-up/project-root.mjs';
import { addSubscriptionAndScreens, builtServer, makeDataFolder, type Program, startServer } from './child-server';
import type { Postgresql } from './postgresql';
import { untilFine } from './wait';

const COUNT = 'SELECT count(*) AS count FROM "Delivery"';

let databases = 0;

const BUNDLE = path.join('build', 'harness', 'baseline.mjs');

/** A delivery is acknowledged from the inbox, and in the database some milliseconds later, or more on a busy machine. */
const TIMEOUT_MS = 30_000;

/** The measured servers, as the report names them. */
export const TARGETS = ['heatlamp', 'baseline'] as const;
export type Target = (typeof TARGETS)[number];

/** A server on a temporary folder. */
export type MeasuredServer = {
  target: Target;
  url: string;
  port: number;
  pid: number;
  /** Token of a screen of branch 1; empty if screens need none. */
  token: string;
  /** Number of deliveries in its database. */
  stored: () => number | Promise<number>;
  /** Ends it and removes its folder. */
  stop: () => Promise<void>;
};

/** @throws unless the server stores exactly this number of acknowledged deliveries */
export async function expectStored(
  server: Pick<MeasuredServer, 'target' | 'stored'>,
  deliveries: number,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  let stored = 0;
  await untilFine(async () => {
    stored = await server.stored();
    return stored < deliveries ? `${server.target} acknowledged ${deliveries} deliveries and stored ${stored}` : null;
  }, timeoutMs);
  if (stored > deliveries)
    throw new Error(`${server.target} acknowledged ${deliveries} deliveries and stored ${stored}`);
}

/** Bundles the baseline like the server, so that neither has a compiler in memory. */
export async function bundleBaseline(): Promise<void> {
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['tools/harness/baseline.ts'],
    outfile: BUNDLE,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    logLevel: 'warning',
  });
}

/** Starts the bundled baseline in the environment of `npm start`, on a new folder. */
export async function startBaseline(): Promise<MeasuredServer> {
  const { folder, remove } = makeDataFolder();
  const server = await startServer({
    folder,
    program: BUNDLE,
    options: ['--enable-source-maps'],
    environment: builtServer().environment ?? {},
  });
  return {
    target: 'baseline',
    url: server.url.origin,
    port: Number(server.url.port),
    pid: server.pid,
    token: '',
    stored: () => storedDeliveries(path.join(folder, 'baseline.db')),
    async stop() {
      await server.stop();
      remove();
    },
  };
}

/**
 * Starts the server of `npm start`, or another program, on a new folder with a kitchen wall of branch 1; on a database of
 * `postgresql` if there is one.
 */
export async function startHeatlamp(given: Program = builtServer(), postgresql?: Postgresql): Promise<MeasuredServer> {
  const { folder, remove } = makeDataFolder();
  databases += 1;
  const url = await postgresql?.createDatabase(`measured${databases}`);
  const program = url === undefined ? given : { ...given, environment: { ...given.environment, DATABASE_URL: url } };
  const setUpServer = await startServer({ ...program, folder });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['kitchen']);
  await setUpServer.stop();
  // Restarted, because the commands use memory that would distort the measurement.
  const server = await startServer({ ...program, folder });
  return {
    target: 'heatlamp',
    url: server.url.origin,
    port: Number(server.url.port),
    pid: server.pid,
    token,
    stored: () => (url === undefined ? storedDeliveries(path.join(folder, 'heatlamp.db')) : storedInPostgresql(url)),
    async stop() {
      await server.stop();
      remove();
    },
  };
}

/** Number of committed deliveries, counted over a separate connection. */
export function storedDeliveries(file: string): number {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return (database.prepare(COUNT).get() as { count: number }).count;
  } finally {
    database.close();
  }
}

/** The same for a database of PostgreSQL. */
export async function storedInPostgresql(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(COUNT);
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}
