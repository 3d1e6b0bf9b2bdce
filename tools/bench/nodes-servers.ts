import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { afternoonZone } from '../../server/testing/afternoon-zone';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import {
  addScreen,
  builtServer,
  type ChildServer,
  command,
  makeDataFolder,
  type Program,
  startServer,
} from '../harness/child-server';
import type { Chain } from '../harness/load-client';
import {
  expectStored,
  type MeasuredServer,
  startBaseline,
  storedDeliveries,
  storedInPostgresql,
} from '../harness/measured-server';
import type { Postgresql } from '../harness/postgresql';
import type { Servers, Size } from './nodes-figures';

type Node = { url: string; port: number; pid: number; startMs: number };

/** Servers on one database, in which every table has an open course. */
export type StartedServers = Pick<MeasuredServer, 'target' | 'stored' | 'stop'> & {
  nodes: readonly Node[];
  /** Of each screen; empty if screens need none. */
  tokens: readonly string[];
  /** Number of deliveries in the database. */
  opened: number;
};

const CONNECTIONS = 16;
const OPENING_TIMEOUT_MS = 300_000;

/** The branch of a screen, by position. */
export function branchOfScreen(screen: number, branches: number): number {
  return 1 + (screen % branches);
}

/** Starts servers on an evening of the chain that has begun; nodes on a new PostgreSQL. */
export async function startServers(
  servers: Servers,
  size: Size,
  chain: Chain,
  postgresql: Postgresql | null,
): Promise<StartedServers> {
  if (servers === 'baseline') return startBaselineOpened(chain);
  const nodes = servers === 'SQLite' ? 1 : servers;
  const url = servers === 'SQLite' ? undefined : await postgresql?.createDatabase('chain');
  const folders = Array.from({ length: nodes }, () => makeDataFolder());
  const [{ folder: first = '' } = {}] = folders;
  const stored = () =>
    url === undefined ? storedDeliveries(path.join(first, 'heatlamp.db')) : storedInPostgresql(url);
  const program = programOf(url);
  const setUp = await startServer({ ...program, folder: first });
  const tokens = await addScreens(first, size);
  const { posted: opened } = await openEvening(chain, Number(setUp.url.port));
  await expectStored({ target: 'heatlamp', stored }, opened, OPENING_TIMEOUT_MS);
  if (url !== undefined) await analyze(url);
  // Started again, because all this takes memory that would distort the measurement.
  await setUp.stop();
  const running: { server: ChildServer; startMs: number }[] = [];
  for (const { folder } of folders) {
    const startedAt = performance.now();
    const server = await startServer({ ...program, folder });
    running.push({ server, startMs: performance.now() - startedAt });
  }
  return {
    ...{ target: 'heatlamp', tokens, opened, stored },
    nodes: running.map(({ server: { url, pid }, startMs }) => ({
      ...{ url: url.origin, port: Number(url.port), pid, startMs },
    })),
    async stop() {
      await Promise.all(running.map(({ server }) => server.stop()));
      for (const { remove } of folders) remove();
    },
  };
}

/**
 * What `npm start` runs. All screens and tills come from one address here, which counts as a load balancer, and for which
 * the limits of an address do not apply.
 */
function programOf(url: string | undefined): Program {
  const nodes = url === undefined ? {} : { DATABASE_URL: url, SECRETS_KEY: randomBytes(32).toString('base64') };
  return builtServer({ LOG_LEVEL: 'info', TZ: afternoonZone(), TRUST_PROXY: '127.0.0.1', ...nodes });
}

/** As PostgreSQL does by itself within minutes: without statistics it reads whole tables for some rows. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('ANALYZE').finally(() => client.end());
}

async function addScreens(folder: string, { branches, screens }: Size): Promise<string[]> {
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const tokens: string[] = [];
  for (let screen = 0; screen < screens; screen += 1)
    tokens.push((await addScreen(folder, 'kitchen', branchOfScreen(screen, branches), `wall ${screen + 1}`)).token);
  return tokens;
}

function openEvening(chain: Chain, port: number) {
  return chain.post({ kind: 'opening', port, connections: CONNECTIONS }, OPENING_TIMEOUT_MS);
}

async function startBaselineOpened(chain: Chain): Promise<StartedServers> {
  const startedAt = performance.now();
  const { url, port, pid, target, stored, stop } = await startBaseline('baseline');
  const startMs = performance.now() - startedAt;
  const { posted: opened } = await openEvening(chain, port);
  return { ...{ target, stored, stop, opened }, nodes: [{ url, port, pid, startMs }], tokens: [] };
}
