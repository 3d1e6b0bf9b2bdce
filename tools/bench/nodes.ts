import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import pg from 'pg';
import { afternoonZone } from '../../server/testing/afternoon-zone';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import type { Child } from '../harness/child';
import {
  addScreen,
  builtServer,
  type ChildServer,
  command,
  makeDataFolder,
  type Program,
  startServer,
} from '../harness/child-server';
import { positiveNumber, positiveNumbers } from '../harness/command-line';
import { type Chain, startChain } from '../harness/load-client';
import {
  bundleBaseline,
  expectStored,
  type MeasuredServer,
  startBaseline,
  storedDeliveries,
  storedInPostgresql,
} from '../harness/measured-server';
import { type Postgresql, startPostgresql } from '../harness/postgresql';
import { processorMs, processorMsWithChildren, residentMegabytes } from '../harness/process-figures';
import { log, machineText, spreadOf, spreadText, table, verdictTable } from '../harness/report';
import { type LatencyRequest, type LatencyResponse, type ScreenGroup, startScreens } from '../harness/screens';
import {
  FULL,
  kilobytesOfScreen,
  loadFigures,
  type Measured,
  QUICK,
  type Scale,
  type Servers,
  type Shares,
  type Size,
} from './nodes-figures';

type Node = { url: string; port: number; pid: number; startMs: number };

/** Servers on one database, in which every table has an open course. */
type StartedServers = Pick<MeasuredServer, 'target' | 'stored' | 'stop'> & {
  nodes: readonly Node[];
  /** Of each screen; empty if screens need none. */
  tokens: readonly string[];
  /** Number of deliveries in the database. */
  opened: number;
};

const CONNECTIONS = 16;
const OPENING_TIMEOUT_MS = 300_000;

/** How much longer than planned a load may take before it has failed. */
const EXTRA_MS = 60_000;

type Parts = { nodes: readonly number[]; postgresqlPid: number | null; generator: number; screens: number };

type Report = {
  isQuick: boolean;
  seed: number;
  scale: Scale;
  /** Average number of processes that wanted a processor in the minute before the run. */
  loadBefore: number;
  measured: readonly Measured[];
};

const PLACE = ['', 'branches', 'screens'];
const PARTS = ['nodes', 'PostgreSQL', 'generator', 'screens'];

type Options = {
  branches?: number[];
  screens?: number[];
  nodes?: number[];
  perSecond?: number;
  seconds?: number;
  seed: number;
  sqlite: boolean;
  quick?: true;
};

export const nodes = new Command('nodes')
  .description('Measures a chain under load on one node with SQLite, and on nodes with PostgreSQL.')
  .option('--branches <numbers>', `a run for each; ${FULL.size.branches} by default`, positiveNumbers)
  .option('--screens <numbers>', `a run for each; ${FULL.size.screens} by default`, positiveNumbers)
  .option('--nodes <numbers>', `a run for each; ${FULL.nodes} by default`, positiveNumbers)
  .option('--per-second <n>', `deliveries; ${FULL.scale.perSecond} by default`, positiveNumber)
  .option('--seconds <n>', `duration of the load; ${FULL.scale.seconds} by default`, positiveNumber)
  .option('--seed <n>', 'seed of the posted evening', positiveNumber, 1)
  .option('--no-sqlite', 'without the baseline and Heatlamp on SQLite')
  .option('--quick', 'a short run to test the bench; its figures are not representative')
  .action(async (options: Options) => {
    const defaults = options.quick ? QUICK : FULL;
    const { perSecond = defaults.scale.perSecond, seconds = defaults.scale.seconds } = options;
    const scale: Scale = { ...defaults.scale, perSecond, seconds };
    const sizes = (options.branches ?? [defaults.size.branches]).flatMap((branches) =>
      (options.screens ?? [defaults.size.screens]).map((screens): Size => ({ branches, screens })),
    );
    const servers: Servers[] = [
      ...(options.sqlite ? (['baseline', 'SQLite'] as const) : []),
      ...(options.nodes ?? defaults.nodes),
    ];
    const [loadBefore = Number.NaN] = os.loadavg();
    const measured = await measureAll(sizes, servers, scale, options.seed);
    process.stdout.write(
      reportText({ isQuick: options.quick === true, seed: options.seed, scale, loadBefore, measured }),
    );
    if (measured.some(({ missed }) => missed > 0)) process.exitCode = 1;
  });

async function measureAll(
  sizes: readonly Size[],
  servers: readonly Servers[],
  scale: Scale,
  seed: number,
): Promise<Measured[]> {
  await bundleBaseline();
  const measured: Measured[] = [];
  for (const size of sizes)
    for (const one of servers) {
      log(`${size.branches} branches, ${size.screens} screens: ${nameOf(one)}`);
      measured.push(await measureOne(one, size, scale, seed));
    }
  return measured;
}

async function measureOne(servers: Servers, size: Size, scale: Scale, seed: number): Promise<Measured> {
  const chain = await startChain({ branches: size.branches, seed });
  const postgresql = typeof servers === 'number' ? await startPostgresql() : null;
  try {
    const started = await startServers(servers, size, chain, postgresql);
    try {
      const postgresqlPid = postgresql?.pid() ?? null;
      return await measureServers(servers, started, { size, scale, chain, postgresqlPid });
    } finally {
      await started.stop();
    }
  } finally {
    await chain.stop();
    await postgresql?.stop();
  }
}

/** The figures as Markdown: a row for each kind of servers and size of the chain. */
export function reportText({ isQuick, seed, scale: { perSecond, seconds }, loadBefore, measured }: Report): string {
  const missed = measured.reduce((sum, one) => sum + one.missed, 0);
  const changes = measured.reduce((sum, one) => sum + one.changes, 0);
  const verdict = { promise: 'every change on every screen', measured: `${missed} of ${changes} missed` };
  return `
${perSecond} deliveries per second for ${seconds} s, seed ${seed}. ${machineText(isQuick)}, load ${loadBefore.toFixed(1)} before.

${table(
  [...PLACE, 'acknowledgement p50', 'p99', 'webhook → screen p50', 'p99', 'missed', 'generator late p99'],
  measured.map((one) => [...placeOf(one), ...timesOf(one)]),
)}

${table(
  [...PLACE, 'start', 'memory of a node, idle', 'with screens', 'at the end', 'of a screen', ...PARTS],
  measured.map((one) => [...placeOf(one), ...resourcesOf(one)]),
)}

Shares are of one core; those of the nodes are together.

${verdictTable([{ ...verdict, isMet: missed === 0 }])}
`;
}

function placeOf({ servers, branches, screens }: Measured): string[] {
  return [nameOf(servers), String(branches), String(screens)];
}

function nameOf(servers: Servers): string {
  if (typeof servers === 'number') return `PostgreSQL, ${servers} node${servers === 1 ? '' : 's'}`;
  return servers === 'baseline' ? 'baseline' : 'SQLite';
}

function timesOf({ acknowledgement, screen, missed, generatorLate }: Measured): string[] {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    ...[acknowledgement.p50, acknowledgement.p99, screen.p50, screen.p99].map(ms),
    String(missed),
    ms(generatorLate.p99),
  ];
}

function resourcesOf(measured: Measured): string[] {
  const { startMs, memoryMb, shares } = measured;
  const ofNodes = (values: readonly number[], digits: number, unit: string) =>
    spreadText(spreadOf(values), digits, unit);
  const percent = (share: number | null | undefined) =>
    share === null || share === undefined ? '–' : `${(share * 100).toFixed(0)} %`;
  const seconds = startMs.map((ms) => ms / 1_000);
  return [
    ofNodes(seconds, 1, ' s'),
    ...[memoryMb.idle, memoryMb.withScreens, memoryMb.atEnd].map((values) => ofNodes(values, 0, ' MB')),
    `${kilobytesOfScreen(measured).toFixed(0)} kB`,
    ...[shares?.nodes, shares?.postgresql, shares?.generator, shares?.screens].map(percent),
  ];
}

/** Connects the screens to servers that have just started, and posts the load. */
async function measureServers(
  servers: Servers,
  started: StartedServers,
  { size, scale, chain, postgresqlPid }: { size: Size; scale: Scale; chain: Chain; postgresqlPid: number | null },
): Promise<Measured> {
  const { nodes, opened } = started;
  const memory = () => nodes.map(({ pid }) => residentMegabytes(pid));
  await wait(scale.settleMs);
  const idle = memory();
  const screens = await startScreens(groupsOf(started, size), 'on arrival');
  try {
    await wait(scale.settleMs);
    const withScreens = memory();
    const parts = { nodes: nodes.map(({ pid }) => pid), postgresqlPid, generator: chain.pid, screens: screens.pid };
    const warmUp = await postFor(scale.warmUpSeconds, started, scale, chain, screens, parts);
    const { posted, figures, shares } = await postFor(scale.seconds, started, scale, chain, screens, parts);
    await wait(scale.settleMs);
    await expectStored(started, opened + warmUp.posted + posted);
    const memoryMb = { idle, withScreens, atEnd: memory() };
    return { ...size, servers, ...figures, startMs: nodes.map(({ startMs }) => startMs), memoryMb, shares };
  } finally {
    await screens.stop();
  }
}

async function postFor(
  seconds: number,
  { nodes }: StartedServers,
  { perSecond }: Scale,
  chain: Chain,
  screens: Child<unknown>,
  parts: Parts,
) {
  const timeoutMs = seconds * 1_000 + EXTRA_MS;
  const [before, from] = [processorOf(parts), performance.now()];
  const ports = nodes.map(({ port }) => port);
  const load = await chain.post({ kind: 'rate', ports, perSecond, count: perSecond * seconds }, timeoutMs);
  const shares = sharesOf(before, processorOf(parts), performance.now() - from);
  const request: LatencyRequest = { steps: load.steps };
  const seen = await screens.request<LatencyResponse>(request, EXTRA_MS);
  return { posted: load.posted, figures: loadFigures(load, seen), shares };
}

/** Processor time so far, in ms; null where it is not known. */
function processorOf({ nodes, postgresqlPid, generator, screens }: Parts): Shares | null {
  const used = nodes.map(processorMs);
  const [ofGenerator, ofScreens] = [processorMs(generator), processorMs(screens)];
  if (ofGenerator === null || ofScreens === null) return null;
  return {
    nodes: used.reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0),
    postgresql: postgresqlPid === null ? null : processorMsWithChildren(postgresqlPid),
    generator: ofGenerator,
    screens: ofScreens,
  };
}

function sharesOf(before: Shares | null, after: Shares | null, ms: number): Shares | null {
  if (before === null || after === null) return null;
  return {
    nodes: (after.nodes - before.nodes) / ms,
    postgresql:
      after.postgresql === null || before.postgresql === null ? null : (after.postgresql - before.postgresql) / ms,
    generator: (after.generator - before.generator) / ms,
    screens: (after.screens - before.screens) / ms,
  };
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
