import { randomBytes } from 'node:crypto';
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
import { startPostgresql } from '../harness/postgresql';
import { residentMegabytes } from '../harness/process-figures';
import { log, machineText, spreadOf, spreadText, table, verdictTable } from '../harness/report';
import { type ScreenGroup, startScreens } from '../harness/screens';

/** The servers that get the same load: the baseline, Heatlamp on SQLite, or this number of nodes on PostgreSQL. */
type Servers = 'baseline' | 'SQLite' | number;
type Size = { branches: number; screens: number };

/** The sizes and nodes are the values of the options that are not given. */
type Plan = Size & {
  nodes: number[];
  perSecond: number;
  seconds: number;
  /** Before the measurement, until hot code is compiled. */
  warmUpSeconds: number;
  /** Ms without requests before screens connect, and before memory is measured. */
  settleMs: number;
};
const FULL: Plan = {
  ...{ branches: 300, screens: 1_000, nodes: [1, 2, 3] },
  ...{ perSecond: 100, seconds: 600, warmUpSeconds: 20, settleMs: 10_000 },
};
/** A short run to test the bench; its figures are not representative. */
const QUICK: Plan = {
  ...{ branches: 20, screens: 60, nodes: [2] },
  ...{ perSecond: 50, seconds: 5, warmUpSeconds: 2, settleMs: 1_000 },
};

/** Of the posted evening. */
const SEED = 1;
const OPENING_TIMEOUT_MS = 300_000;
/** How much longer than planned a load may take before it has failed. */
const EXTRA_MS = 60_000;

/** A row of the report, and how many changes of how many never came. */
type Measured = { row: string[]; missed: number; changes: number };

/** Servers on one database, in which every table has an open course. */
type StartedServers = Pick<MeasuredServer, 'target' | 'stored' | 'stop'> & {
  nodes: readonly { url: string; port: number; pid: number }[];
  /** Of each screen; empty if screens need none. */
  tokens: readonly string[];
  /** Number of deliveries in the database. */
  opened: number;
};

type Options = { branches?: number[]; screens?: number[]; nodes?: number[]; quick?: true };

export const nodes = new Command('nodes')
  .description('Measures a chain under load on one node with SQLite, and on nodes with PostgreSQL.')
  .option('--branches <numbers>', `a run for each; ${FULL.branches} by default`, positiveNumbers)
  .option('--screens <numbers>', `a run for each; ${FULL.screens} by default`, positiveNumbers)
  .option('--nodes <numbers>', `a run for each; ${FULL.nodes} by default`, positiveNumbers)
  .option('--quick', 'a short run to test the bench; its figures are not representative')
  .action(async (options: Options) => {
    const plan = options.quick ? QUICK : FULL;
    await bundleBaseline();
    const measured: Measured[] = [];
    for (const branches of options.branches ?? [plan.branches])
      for (const screens of options.screens ?? [plan.screens])
        for (const servers of ['baseline', 'SQLite', ...(options.nodes ?? plan.nodes)] as const)
          measured.push(await measure(servers, { ...plan, branches, screens }));
    process.stdout.write(reportText(measured, plan, options.quick === true));
    if (measured.some(({ missed }) => missed > 0)) process.exitCode = 1;
  });

/** The figures as Markdown: a row for each kind of servers and size of the chain. */
function reportText(measured: readonly Measured[], { perSecond, seconds }: Plan, isQuick: boolean): string {
  const missed = measured.reduce((sum, one) => sum + one.missed, 0);
  const changes = measured.reduce((sum, one) => sum + one.changes, 0);
  const verdict = { promise: 'every change on every screen', measured: `${missed} of ${changes} missed` };
  const times = ['acknowledgement p50', 'p99', 'webhook → screen p50', 'p99', 'missed', 'generator late p99'];
  return `
${perSecond} deliveries per second for ${seconds} s. ${machineText(isQuick)}.

${table(
  ['', 'branches', 'screens', ...times, 'memory of a node'],
  measured.map(({ row }) => row),
)}

${verdictTable([{ ...verdict, isMet: missed === 0 }])}
`;
}

/** Starts servers on an evening that has begun, connects the screens, and posts the load. */
async function measure(servers: Servers, plan: Plan): Promise<Measured> {
  const { branches, screens: count, perSecond, settleMs } = plan;
  const name = typeof servers === 'number' ? `PostgreSQL, ${servers} nodes` : servers;
  log(`${branches} branches, ${count} screens: ${name}`);
  const load = await startLoad({ branches, seed: SEED });
  try {
    const started = await (servers === 'baseline' ? openBaseline(load) : openHeatlamp(servers, plan, load));
    try {
      await wait(settleMs);
      const screens = await startScreens(groupsOf(started, plan));
      const postFor = async (seconds: number) => {
        const ports = started.nodes.map(({ port }) => port);
        const request = { kind: 'rate', ports, perSecond, count: perSecond * seconds } as const;
        const posted = await load.post(request, seconds * 1_000 + EXTRA_MS);
        return { ...posted, ...(await screens.latencies(posted.steps, EXTRA_MS)) };
      };
      try {
        await wait(settleMs);
        const warmUp = await postFor(plan.warmUpSeconds);
        const { posted, latenciesMs, lateMs, p50, p99, seen, missed } = await postFor(plan.seconds);
        await wait(settleMs);
        await expectStored(started, started.opened + warmUp.posted + posted);
        const ms = [percentile(latenciesMs, 0.5), percentile(latenciesMs, 0.99), p50, p99];
        const late = percentile(lateMs, 0.99);
        const memoryMb = spreadOf(started.nodes.map(({ pid }) => residentMegabytes(pid)));
        const row = [
          ...[name, String(branches), String(count), ...ms.map((value) => `${value.toFixed(1)} ms`)],
          ...[String(missed), `${late.toFixed(1)} ms`, spreadText(memoryMb, 0, ' MB')],
        ];
        return { row, missed, changes: seen + missed };
      } finally {
        await screens.stop();
      }
    } finally {
      await started.stop();
    }
  } finally {
    await load.stop();
  }
}

/** The branch of a screen, by position. */
const branchOfScreen = (screen: number, branches: number) => 1 + (screen % branches);

/** The screens of a branch are on different nodes. */
function groupsOf({ nodes, tokens }: StartedServers, { branches, screens }: Size): ScreenGroup[] {
  return Array.from({ length: screens }, (_, screen) => ({
    url: nodes[(screen + Math.floor(screen / branches)) % nodes.length]?.url ?? '',
    token: tokens[screen] ?? '',
    branch: branchOfScreen(screen, branches),
    count: 1,
  }));
}

async function openBaseline(load: Load): Promise<StartedServers> {
  const baseline = await startBaseline();
  const { posted: opened } = await load.post({ kind: 'opening', port: baseline.port }, OPENING_TIMEOUT_MS);
  return { ...baseline, nodes: [baseline], tokens: [], opened };
}

/** One node on SQLite, or several on a new PostgreSQL. */
async function openHeatlamp(servers: 'SQLite' | number, size: Size, load: Load): Promise<StartedServers> {
  const postgresql = servers === 'SQLite' ? null : await startPostgresql();
  const url = await postgresql?.createDatabase('chain');
  const folders = Array.from({ length: servers === 'SQLite' ? 1 : servers }, () => makeDataFolder());
  const [{ folder: first = '' } = {}] = folders;
  const stored = () =>
    url === undefined ? storedDeliveries(path.join(first, 'heatlamp.db')) : storedInPostgresql(url);
  const program = programOf(url);
  const setUp = await startServer({ ...program, folder: first });
  const tokens = await addScreens(first, size);
  const request = { kind: 'opening', port: Number(setUp.url.port) } as const;
  const { posted: opened } = await load.post(request, OPENING_TIMEOUT_MS);
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
      await postgresql?.stop();
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
