import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { MINUTE_MS } from '../../lib/time';
import { builtServer } from '../harness/child-server';
import { type Load, startLoad } from '../harness/load-client';
import {
  bundleBaseline,
  expectStored,
  type MeasuredServer,
  startBaseline,
  startHeatlamp,
  TARGETS,
  type Target,
} from '../harness/measured-server';
import { startPostgresql } from '../harness/postgresql';
import { residentMegabytes } from '../harness/process-figures';
import { log, machineText, spreadOf, spreadText, table, type Verdict, verdictTable } from '../harness/report';
import { loadAndConnectScreens } from '../harness/screens';

/** Figures of one server in one round, by measure. */
export type Figures = Record<string, number>;

/** One round: every server receives the same deliveries in the same order. */
export type Round = Record<Target, Figures>;

const DATABASES = ['sqlite', 'postgresql'] as const;
type Database = (typeof DATABASES)[number];
const PARTS = ['throughput', 'screens'] as const;
type Part = (typeof PARTS)[number];

/** A promise about the ratio to the baseline, or about Heatlamp's figure itself (docs/performance.md). */
type Limit = { measure: string; of: 'ratio' | 'figure'; least?: number; most?: number };

const IDLE = 'memory, idle with 50 screens (MB)';
const LIMITS: Record<Database, readonly Limit[]> = {
  sqlite: [
    { measure: 'deliveries at 16 connections (/s)', of: 'ratio', least: 1 },
    { measure: 'deliveries at 64 connections (/s)', of: 'ratio', least: 1.5 },
    { measure: 'acknowledgement at 1 connection, p50 (ms)', of: 'ratio', most: 1.5 },
    { measure: 'acknowledgement at 16 connections, p99 (ms)', of: 'ratio', most: 5 },
    { measure: 'screens at 20/s, p50 (ms)', of: 'ratio', most: 3 },
    { measure: 'screens at 200/s, p50 (ms)', of: 'ratio', most: 3 },
    { measure: IDLE, of: 'figure', most: 220 },
  ],
  postgresql: [
    { measure: 'deliveries at 16 connections (/s)', of: 'ratio', least: 0.7 },
    { measure: 'deliveries at 64 connections (/s)', of: 'ratio', least: 1 },
  ],
};

/** Numbers of deliveries, by connections or by rate per second. */
type Scale = {
  rounds: number;
  /** Until hot code is compiled. */
  warmUp: Record<Part, number>;
  connections: Record<number, number>;
  rates: Record<number, number>;
  /** Ms without requests before memory is measured. */
  settleMs: number;
};

const FULL: Scale = {
  rounds: 5,
  warmUp: { throughput: 4_000, screens: 400 },
  connections: { 1: 1_000, 16: 5_000, 64: 8_000 },
  rates: { 20: 140, 200: 1_000 },
  settleMs: 2_000,
};
/** A short run to test the bench; its figures are not representative. */
const QUICK: Scale = {
  rounds: 1,
  warmUp: { throughput: 300, screens: 100 },
  connections: { 1: 200, 16: 1_200, 64: 2_400 },
  rates: { 20: 30, 200: 300 },
  settleMs: 500,
};
const SCREENS = 50;
const WARM_UP_CONNECTIONS = 16;
const WARM_UP_RATE = 200;
/** Of the evening whose deliveries are posted as fast as possible. */
const BRANCHES = 8;
const PAST_MS = 50 * MINUTE_MS;
const TIMEOUT_MS = 60_000;
/** With the log level of `npm start`. */
const HEATLAMP = builtServer({ LOG_LEVEL: 'info' });

type Options = { quick?: true; only?: Part; database: Database };

export const compare = new Command('compare')
  .description('Compares Heatlamp with a minimal server of the same durability.')
  .option('--quick', 'one short round to test the bench; its figures are not representative')
  .addOption(new Option('--database <name>', 'of Heatlamp').choices(DATABASES).default('sqlite'))
  .addOption(new Option('--only <part>', 'only this part').choices(PARTS))
  .action(async ({ quick, only, database }: Options) => {
    const postgresql = database === 'postgresql' ? await startPostgresql() : undefined;
    await bundleBaseline();
    const scale = quick ? QUICK : FULL;
    const rounds: Round[] = [];
    for (let number = 1; number <= scale.rounds; number += 1) {
      const round: Round = { heatlamp: {}, baseline: {} };
      // Every other round in reverse order, so that a slow phase of the machine affects both.
      for (const target of number % 2 === 1 ? TARGETS : TARGETS.toReversed())
        for (const part of only ? [only] : PARTS) {
          log(`round ${number} of ${scale.rounds}, ${part}: ${target}`);
          const server = target === 'heatlamp' ? await startHeatlamp(HEATLAMP, postgresql) : await startBaseline();
          Object.assign(round[target], await measure[part](server, scale).finally(server.stop));
        }
      rounds.push(round);
    }
    await postgresql?.stop();
    process.stdout.write(reportText(rounds, database, quick === true));
  });

const measure: Record<Part, (server: MeasuredServer, scale: Scale) => Promise<Figures>> = {
  throughput: measureThroughput,
  screens: measureScreens,
};

/** Measures durable deliveries per second and their acknowledgement, on a new server without screens. */
async function measureThroughput(server: MeasuredServer, scale: Scale): Promise<Figures> {
  const deliveries = Object.values(scale.connections).reduce((sum, count) => sum + count, scale.warmUp.throughput);
  const load = await startLoad({ branches: BRANCHES, past: { ms: PAST_MS, deliveries } });
  const { port } = server;
  try {
    const { posted: opened } = await load.post({ kind: 'opening', port }, TIMEOUT_MS);
    const post = (connections: number, count: number) =>
      load.post({ kind: 'fast', port, connections, count }, TIMEOUT_MS);
    await post(WARM_UP_CONNECTIONS, scale.warmUp.throughput);
    const figures: Figures = {};
    for (const [connections, count] of Object.entries(scale.connections)) {
      const { seconds, latenciesMs } = await post(Number(connections), count);
      const at = `at ${connections} connection${connections === '1' ? '' : 's'}`;
      figures[`deliveries ${at} (/s)`] = count / seconds;
      figures[`acknowledgement ${at}, p50 (ms)`] = percentile(latenciesMs, 0.5);
      figures[`acknowledgement ${at}, p99 (ms)`] = percentile(latenciesMs, 0.99);
    }
    await expectStored(server, opened + deliveries);
    return figures;
  } finally {
    await load.stop();
  }
}

/** Measures the latency from webhook to screen, and the server's idle memory, on a new server. */
async function measureScreens(server: MeasuredServer, scale: Scale): Promise<Figures> {
  const load: Load = await startLoad({ branches: 1 });
  const screens = await loadAndConnectScreens(server, SCREENS);
  try {
    await wait(scale.settleMs);
    const figures: Figures = { [IDLE]: residentMegabytes(server.pid) };
    let { posted } = await load.post({ kind: 'opening', port: server.port }, TIMEOUT_MS);
    const post = async (perSecond: number, count: number) => {
      const { steps } = await load.post({ kind: 'rate', ports: [server.port], perSecond, count }, TIMEOUT_MS);
      posted += count;
      const { p50, p99, missed } = await screens.latencies(steps, TIMEOUT_MS);
      if (missed > 0)
        throw new Error(`${missed} of ${count * SCREENS} changes of ${server.target} never reached a screen`);
      return { [`screens at ${perSecond}/s, p50 (ms)`]: p50, [`screens at ${perSecond}/s, p99 (ms)`]: p99 };
    };
    await post(WARM_UP_RATE, scale.warmUp.screens);
    for (const [rate, count] of Object.entries(scale.rates)) Object.assign(figures, await post(Number(rate), count));
    await expectStored(server, posted);
    return figures;
  } finally {
    await screens.stop();
    await load.stop();
  }
}

/** Heatlamp's figure divided by the baseline's of the same round, which cancels slow rounds. */
const ratios = (rounds: readonly Round[], measure: string) =>
  rounds.map(({ heatlamp, baseline }) => (heatlamp[measure] ?? Number.NaN) / (baseline[measure] ?? Number.NaN));
const figuresOf = (rounds: readonly Round[], target: Target, measure: string) =>
  rounds.map((round) => round[target][measure] ?? Number.NaN);

/** Compares medians of the rounds with the promises. What was not measured has no verdict. */
export function verdictsOf(rounds: readonly Round[], database: Database): Verdict[] {
  return LIMITS[database].flatMap(({ measure, of, least = 0, most = Number.POSITIVE_INFINITY }) => {
    if (!rounds.some(({ heatlamp }) => measure in heatlamp)) return [];
    const values = of === 'ratio' ? ratios(rounds, measure) : figuresOf(rounds, 'heatlamp', measure);
    const { median } = spreadOf(values);
    const limit = least > 0 ? `at least ${least}` : `at most ${most}`;
    return {
      promise: `${measure}: ${limit}${of === 'ratio' ? " times the baseline's" : ''}`,
      measured: median.toFixed(2),
      isMet: median >= least && median <= most,
    };
  });
}

/** The figures as Markdown: medians of the rounds with their spread, and ratios to the baseline of the same round. */
function reportText(rounds: readonly Round[], database: Database, isQuick: boolean): string {
  const rows = Object.keys(rounds[0]?.heatlamp ?? {}).map((measure) => [
    measure,
    ...TARGETS.map((target) => spreadText(spreadOf(figuresOf(rounds, target, measure)), 2)),
    spreadText(spreadOf(ratios(rounds, measure)), 2),
  ]);
  return `
Medians of ${rounds.length} rounds (min–max)${database === 'postgresql' ? ', Heatlamp on PostgreSQL' : ''}. ${machineText(isQuick)}.

${table(['', ...TARGETS, 'heatlamp ÷ baseline'], rows)}

${verdictTable(verdictsOf(rounds, database))}
`;
}
