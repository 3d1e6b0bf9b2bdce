import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import pg from 'pg';
import { percentile } from '../../lib/percentile';
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
import { positiveNumbers } from '../harness/command-line';
import { type Load, startLoad } from '../harness/load-client';
import {
  bundleBaseline,
  expectStored,
  type MeasuredServer,
  startBaseline,
  storedDeliveries,
  storedInPostgresql,
} from '../harness/measured-server';
import { type Postgresql, startPostgresql } from '../harness/postgresql';
import { residentMegabytes } from '../harness/process-figures';
import { log, machineText, spreadOf, spreadText, table, verdictTable } from '../harness/report';
import { type ScreenGroup, type Screens, startScreens } from '../harness/screens';

/** The servers that get the same load: the baseline, Heatlamp on SQLite, or this number of nodes on PostgreSQL. */
type Servers = 'baseline' | 'SQLite' | number;

type Size = { branches: number; screens: number };

/** The same for all servers. */
type Scale = {
  perSecond: number;
  seconds: number;
  /** Before the measurement, until hot code is compiled. */
  warmUpSeconds: number;
  /** Ms without requests before screens connect, and before memory is measured. */
  settleMs: number;
};

/** The sizes and servers are the values of the options that are not given. */
type Plan = { size: Size; nodes: number[]; scale: Scale };

const FULL: Plan = {
  size: { branches: 300, screens: 1_000 },
  nodes: [1, 2, 3],
  scale: { perSecond: 100, seconds: 600, warmUpSeconds: 20, settleMs: 10_000 },
};

/** A short run to test the bench; its figures are not representative. */
const QUICK: Plan = {
  size: { branches: 20, screens: 60 },
  nodes: [2],
  scale: { perSecond: 50, seconds: 5, warmUpSeconds: 2, settleMs: 1_000 },
};

/** Of the posted evening. */
const SEED = 1;

type Percentiles = { p50: number; p99: number };

/** What was measured with some servers and a size of the chain. Times are in ms. */
type Measured = Size & {
  servers: Servers;
  acknowledgement: Percentiles;
  screen: Percentiles;
  /** Changes that were expected on screens, and those that never came. */
  changes: number;
  missed: number;
  /** How late the generator of the load posted. */
  generatorLate: Percentiles;
  /** Memory of each node at the end of the load, in MB. */
  memoryMb: number[];
};

type Node = { url: string; port: number; pid: number };

/** Servers on one database, in which every table has an open course. */
type StartedServers = Pick<MeasuredServer, 'target' | 'stored' | 'stop'> & {
  nodes: readonly Node[];
  /** Of each screen; empty if screens need none. */
  tokens: readonly string[];
  /** Number of deliveries in the database. */
  opened: number;
};

const OPENING_TIMEOUT_MS = 300_000;

/** How much longer than planned a load may take before it has failed. */
const EXTRA_MS = 60_000;

type Report = {
  isQuick: boolean;
  /** Average number of processes that wanted a processor in the minute before the run. */
  loadBefore: number;
  measured: readonly Measured[];
};

type Options = { branches?: number[]; screens?: number[]; nodes?: number[]; quick?: true };

export const nodes = new Command('nodes')
  .description('Measures a chain under load on one node with SQLite, and on nodes with PostgreSQL.')
  .option('--branches <numbers>', `a run for each; ${FULL.size.branches} by default`, positiveNumbers)
  .option('--screens <numbers>', `a run for each; ${FULL.size.screens} by default`, positiveNumbers)
  .option('--nodes <numbers>', `a run for each; ${FULL.nodes} by default`, positiveNumbers)
  .option('--quick', 'a short run to test the bench; its figures are not representative')
  .action(async (options: Options) => {
    const plan = options.quick ? QUICK : FULL;
    const sizes = (options.branches ?? [plan.size.branches]).flatMap((branches) =>
      (options.screens ?? [plan.size.screens]).map((screens): Size => ({ branches, screens })),
    );
    const servers: Servers[] = ['baseline', 'SQLite', ...(options.nodes ?? plan.nodes)];
    const [loadBefore = Number.NaN] = os.loadavg();
    const measured = await measureAll(sizes, servers, plan.scale);
    process.stdout.write(reportText({ isQuick: options.quick === true, loadBefore, measured }));
    if (measured.some(({ missed }) => missed > 0)) process.exitCode = 1;
  });

async function measureAll(sizes: readonly Size[], servers: readonly Servers[], scale: Scale): Promise<Measured[]> {
  await bundleBaseline();
  const measured: Measured[] = [];
  for (const size of sizes)
    for (const one of servers) {
      log(`${size.branches} branches, ${size.screens} screens: ${nameOf(one)}`);
      measured.push(await measureOne(one, size, scale));
    }
  return measured;
}

async function measureOne(servers: Servers, size: Size, scale: Scale): Promise<Measured> {
  const chain = await startLoad({ branches: size.branches, seed: SEED });
  const postgresql = typeof servers === 'number' ? await startPostgresql() : null;
  try {
    const started = await startServers(servers, size, chain, postgresql);
    try {
      return await measureServers(servers, started, { size, scale, chain });
    } finally {
      await started.stop();
    }
  } finally {
    await chain.stop();
    await postgresql?.stop();
  }
}

/** The figures as Markdown: a row for each kind of servers and size of the chain. */
function reportText({ isQuick, loadBefore, measured }: Report): string {
  const { perSecond, seconds } = (isQuick ? QUICK : FULL).scale;
  const missed = measured.reduce((sum, one) => sum + one.missed, 0);
  const changes = measured.reduce((sum, one) => sum + one.changes, 0);
  const verdict = { promise: 'every change on every screen', measured: `${missed} of ${changes} missed` };
  const times = ['acknowledgement p50', 'p99', 'webhook → screen p50', 'p99', 'missed', 'generator late p99'];
  return `
${perSecond} deliveries per second for ${seconds} s. ${machineText(isQuick)}, load ${loadBefore.toFixed(1)} before.

${table(['', 'branches', 'screens', ...times, 'memory of a node'], measured.map(rowOf))}

${verdictTable([{ ...verdict, isMet: missed === 0 }])}
`;
}

function rowOf(measured: Measured): string[] {
  const { servers, branches, screens, acknowledgement, screen, missed, generatorLate, memoryMb } = measured;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    ...[nameOf(servers), String(branches), String(screens)],
    ...[acknowledgement.p50, acknowledgement.p99, screen.p50, screen.p99].map(ms),
    ...[String(missed), ms(generatorLate.p99), spreadText(spreadOf(memoryMb), 0, ' MB')],
  ];
}

function nameOf(servers: Servers): string {
  if (typeof servers === 'number') return `PostgreSQL, ${servers} node${servers === 1 ? '' : 's'}`;
  return servers;
}

/** Connects the screens to servers that have just started, and posts the load. */
async function measureServers(
  servers: Servers,
  started: StartedServers,
  { size, scale, chain }: { size: Size; scale: Scale; chain: Load },
): Promise<Measured> {
  const { nodes, opened } = started;
  await wait(scale.settleMs);
  const screens = await startScreens(groupsOf(started, size));
  try {
    await wait(scale.settleMs);
    const warmUp = await postFor(scale.warmUpSeconds, started, scale, chain, screens);
    const { posted, figures } = await postFor(scale.seconds, started, scale, chain, screens);
    await wait(scale.settleMs);
    await expectStored(started, opened + warmUp.posted + posted);
    return { ...size, servers, ...figures, memoryMb: nodes.map(({ pid }) => residentMegabytes(pid)) };
  } finally {
    await screens.stop();
  }
}

async function postFor(
  seconds: number,
  { nodes }: StartedServers,
  { perSecond }: Scale,
  chain: Load,
  screens: Screens,
) {
  const timeoutMs = seconds * 1_000 + EXTRA_MS;
  const ports = nodes.map(({ port }) => port);
  const load = await chain.post({ kind: 'rate', ports, perSecond, count: perSecond * seconds }, timeoutMs);
  const { p50, p99, seen, missed } = await screens.latencies(load.steps, EXTRA_MS);
  const percentiles = (values: readonly number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) });
  const figures = {
    acknowledgement: percentiles(load.latenciesMs),
    generatorLate: percentiles(load.lateMs),
    screen: { p50, p99 },
    changes: seen + missed,
    missed,
  };
  return { posted: load.posted, figures };
}

/** The screens of a branch are on different nodes. */
function groupsOf({ nodes, tokens }: StartedServers, { branches, screens }: Size): ScreenGroup[] {
  return Array.from({ length: screens }, (_, screen) => ({
    url: nodes[(screen + Math.floor(screen / branches)) % nodes.length]?.url ?? '',
    token: tokens[screen] ?? '',
    branch: branchOfScreen(screen, branches),
    count: 1,
  }));
}

/** The branch of a screen, by position. */
function branchOfScreen(screen: number, branches: number): number {
  return 1 + (screen % branches);
}

/** Starts servers on an evening of the chain that has begun; nodes on a new PostgreSQL. */
async function startServers(
  servers: Servers,
  size: Size,
  chain: Load,
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
  const running: ChildServer[] = [];
  for (const { folder } of folders) running.push(await startServer({ ...program, folder }));
  return {
    ...{ target: 'heatlamp', tokens, opened, stored },
    nodes: running.map(({ url, pid }) => ({ url: url.origin, port: Number(url.port), pid })),
    async stop() {
      await Promise.all(running.map((server) => server.stop()));
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

function openEvening(chain: Load, port: number) {
  return chain.post({ kind: 'opening', port }, OPENING_TIMEOUT_MS);
}

async function startBaselineOpened(chain: Load): Promise<StartedServers> {
  const { url, port, pid, target, stored, stop } = await startBaseline();
  const { posted: opened } = await openEvening(chain, port);
  return { ...{ target, stored, stop, opened }, nodes: [{ url, port, pid }], tokens: [] };
}
