import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { builtServer } from '../harness/child-server';
import type { BodyOptions } from '../harness/load-bodies';
import { type Load, type LoadPlan, startLoad } from '../harness/load-client';
import {
  bundleBaseline,
  expectStored,
  type MeasuredServer,
  startBaseline,
  startHeatlamp,
  TARGETS,
  type Target,
} from '../harness/measured-server';
import { type Postgresql, startPostgresql } from '../harness/postgresql';
import { residentMegabytes } from '../harness/process-figures';
import {
  log,
  machineText,
  type Spread,
  spreadOf,
  spreadText,
  table,
  type Verdict,
  verdictTable,
} from '../harness/report';
import { type LatencyRequest, type LatencyResponse, loadAndConnectScreens } from '../harness/screens';

type Report = { isQuick: boolean; database: 'sqlite' | 'postgresql'; rounds: readonly Round[] };

const SIXTEEN = 'deliveries at 16 connections';
const SIXTY_FOUR = 'deliveries at 64 connections';
const IDLE = 'memory, idle with 50 screens';
const MAX_MEMORY_MB = 220;
const MAX_ACKNOWLEDGED_RATIO = { p50: 1.5, p99: 5 };
const MAX_P50_RATIO = 3;
const MAX_P99_DIFFERENCE_MS = 10;

/** The measures in the order of the table, with their units. */
const MEASURES = {
  'deliveries at 1 connection': '/s',
  'deliveries at 16 connections': '/s',
  'deliveries at 64 connections': '/s',
  'acknowledgement at 1 connection, p50': 'ms',
  'acknowledgement at 1 connection, p99': 'ms',
  'acknowledgement at 16 connections, p50': 'ms',
  'acknowledgement at 16 connections, p99': 'ms',
  'acknowledgement at 64 connections, p50': 'ms',
  'acknowledgement at 64 connections, p99': 'ms',
  'screens at 20/s, p50': 'ms',
  'screens at 20/s, p99': 'ms',
  'screens at 200/s, p50': 'ms',
  'screens at 200/s, p99': 'ms',
  'memory, idle with 50 screens': 'MB',
} as const;

type Measure = keyof typeof MEASURES;

/** Figures of one server in one round. */
export type Figures = { [Name in Measure]?: number | undefined };

/** One round: every server receives the same bodies in the same order. */
export type Round = Record<Target, Figures>;

const CONNECTIONS = [1, 16, 64] as const;
const RATES = [20, 200] as const;
const SCREENS = 50;
/** Of the posted services. */
const SEED = 1;

/** The size of a round, the same for all servers. */
type Scale = {
  rounds: number;
  throughput: {
    /** Deliveries before the measurement, until hot code is compiled. */
    warmUp: number;
    /** By connections. */
    deliveries: Record<(typeof CONNECTIONS)[number], number>;
  };
  screens: {
    warmUp: number;
    /** By rate. */
    deliveries: Record<(typeof RATES)[number], number>;
    /** Ms without requests before memory is measured. */
    settleMs: number;
  };
};

export const FULL: Scale = {
  rounds: 5,
  throughput: { warmUp: 4_000, deliveries: { 1: 1_000, 16: 5_000, 64: 8_000 } },
  screens: { warmUp: 400, deliveries: { 20: 140, 200: 1_000 }, settleMs: 2_000 },
};

/** A short run to test the bench; its figures are not representative. */
export const QUICK: Scale = {
  rounds: 1,
  throughput: { warmUp: 300, deliveries: { 1: 200, 16: 1_200, 64: 2_400 } },
  screens: { warmUp: 100, deliveries: { 20: 30, 200: 300 }, settleMs: 500 },
};

const WARM_UP_RATE = 200;
const SCREENS_TIMEOUT_MS = 60_000;

const WARM_UP_CONNECTIONS = 16;
const TIMEOUT_MS = 60_000;

/** With the log level of `npm start`. */
const HEATLAMP = builtServer({ LOG_LEVEL: 'info' });

export type Part = 'throughput' | 'screens';

const PARTS: readonly Part[] = ['throughput', 'screens'];

export const compare = new Command('compare')
  .description('Compares Heatlamp with a minimal server of the same durability.')
  .option('--quick', 'one short round to test the bench; its figures are not representative')
  .addOption(new Option('--database <name>', 'of Heatlamp').choices(['sqlite', 'postgresql']).default('sqlite'))
  .addOption(new Option('--only <part>', 'only this part').choices(PARTS))
  .action(async ({ quick, only, database }: Options) => {
    const postgresql = database === 'postgresql' ? await startPostgresql() : undefined;
    const scale = quick ? QUICK : FULL;
    const rounds = await runRounds({ scale, parts: only ? [only] : PARTS, postgresql });
    await postgresql?.stop();
    process.stdout.write(reportText({ isQuick: quick === true, database, rounds }));
  });

type Options = { quick?: true; only?: Part; database: 'sqlite' | 'postgresql' };

type RunOptions = {
  scale: Scale;
  parts: readonly Part[];
  /** Heatlamp uses databases of this server instead of SQLite. */
  postgresql?: Postgresql | undefined;
};

/** Runs all rounds, one server at a time. Every other round measures the servers in reverse order. */
async function runRounds({ scale, parts, postgresql }: RunOptions): Promise<Round[]> {
  await bundleBaseline();
  const rounds: Round[] = [];
  for (let number = 1; number <= scale.rounds; number += 1) {
    const order = number % 2 === 1 ? TARGETS : TARGETS.toReversed();
    const round: Round = { heatlamp: {}, baseline: {} };
    for (const part of parts) {
      const load = await startLoad(planOf({ seed: SEED, until: Date.now() }, part, scale));
      try {
        for (const target of order) {
          log(`round ${number} of ${scale.rounds}, ${part}: ${target}`);
          Object.assign(round[target], await measure(part, target, load, scale, postgresql));
        }
      } finally {
        await load.stop();
      }
    }
    rounds.push(round);
  }
  return rounds;
}

function planOf(bodyOptions: BodyOptions, part: Part, scale: Scale): LoadPlan {
  return part === 'throughput'
    ? { bodyOptions, evening: 'branches', maxBodies: throughputBodies(scale.throughput) }
    : { bodyOptions, evening: 'screens', maxBodies: screensBodies(scale.screens) };
}

async function measure(
  part: Part,
  target: Target,
  load: Load,
  scale: Scale,
  postgresql?: Postgresql,
): Promise<Figures> {
  const server: MeasuredServer =
    target === 'heatlamp' ? await startHeatlamp(HEATLAMP, postgresql) : await startBaseline();
  try {
    return part === 'throughput'
      ? await measureThroughput(server, load, scale.throughput)
      : await measureScreens(server, load, scale.screens);
  } finally {
    await server.stop();
  }
}

/** Number of bodies that a run needs. */
export function throughputBodies({ warmUp, deliveries }: Scale['throughput']): number {
  return warmUp + deliveries[1] + deliveries[16] + deliveries[64];
}

/** Measures durable deliveries per second, on a new server without screens. */
async function measureThroughput(
  server: MeasuredServer,
  load: Load,
  { warmUp, deliveries }: Scale['throughput'],
): Promise<Figures> {
  let posted = 0;
  const post = async (connections: number, count: number) => {
    const request = { kind: 'fast', port: server.port, connections, from: posted, count } as const;
    const { seconds, latenciesMs } = await load.post(request, TIMEOUT_MS);
    posted += count;
    return {
      perSecond: count / seconds,
      p50: percentile(latenciesMs, 0.5),
      p99: percentile(latenciesMs, 0.99),
    };
  };
  await post(WARM_UP_CONNECTIONS, warmUp);
  const one = await post(1, deliveries[1]);
  const sixteen = await post(16, deliveries[16]);
  const sixtyFour = await post(64, deliveries[64]);
  await expectStored(server, posted);
  return {
    'deliveries at 1 connection': one.perSecond,
    'deliveries at 16 connections': sixteen.perSecond,
    'deliveries at 64 connections': sixtyFour.perSecond,
    'acknowledgement at 1 connection, p50': one.p50,
    'acknowledgement at 1 connection, p99': one.p99,
    'acknowledgement at 16 connections, p50': sixteen.p50,
    'acknowledgement at 16 connections, p99': sixteen.p99,
    'acknowledgement at 64 connections, p50': sixtyFour.p50,
    'acknowledgement at 64 connections, p99': sixtyFour.p99,
  };
}

/** Number of bodies that a run needs. */
export function screensBodies({ warmUp, deliveries }: Scale['screens']): number {
  return warmUp + deliveries[20] + deliveries[200];
}

/** Measures the latency from webhook to screen, and the server's memory idle and under load, on a new server. */
async function measureScreens(
  server: MeasuredServer,
  load: Load,
  { warmUp, deliveries, settleMs }: Scale['screens'],
): Promise<Figures> {
  const screens = await loadAndConnectScreens(server, SCREENS);
  try {
    let posted = 0;
    const post = async (perSecond: number, count: number) => {
      const request = { kind: 'rate', ports: [server.port], perSecond, from: posted, count } as const;
      const { steps } = await load.post(request, SCREENS_TIMEOUT_MS);
      posted += count;
      const shown: LatencyRequest = { steps };
      const latencies = await screens.request<LatencyResponse>(shown, SCREENS_TIMEOUT_MS);
      if (latencies.missed > 0)
        throw new Error(`${latencies.missed} of ${count * SCREENS} changes of ${server.target} never reached a screen`);
      return latencies;
    };
    await wait(settleMs);
    const idle = residentMegabytes(server.pid);
    await post(WARM_UP_RATE, warmUp);
    const slow = await post(20, deliveries[20]);
    const quick = await post(200, deliveries[200]);
    await expectStored(server, posted);
    return {
      'screens at 20/s, p50': slow.p50,
      'screens at 20/s, p99': slow.p99,
      'screens at 200/s, p50': quick.p50,
      'screens at 200/s, p99': quick.p99,
      'memory, idle with 50 screens': idle,
    };
  } finally {
    await screens.stop();
  }
}

/** A measure over all rounds; null if it was not measured. */
export function overRounds(rounds: readonly Round[], target: Target, measure: Measure): Spread | null {
  return spread(rounds.map((round) => round[target][measure]));
}

/** Heatlamp's figure divided by the baseline's of the same round, which cancels slow rounds. */
export function ratiosToBaseline(rounds: readonly Round[], measure: Measure): Spread | null {
  return spread(paired(rounds, measure).map((pair) => pair && pair.figure / pair.baseline));
}

/** How much Heatlamp's figure is above the baseline's of the same round, in the unit of the measure. */
export function aboveBaseline(rounds: readonly Round[], measure: Measure): Spread | null {
  return spread(paired(rounds, measure).map((pair) => pair && pair.figure - pair.baseline));
}

function paired(rounds: readonly Round[], measure: Measure) {
  return rounds.map((round) => {
    const figure = round.heatlamp[measure];
    const baseline = round.baseline[measure];
    return figure === undefined || baseline === undefined ? undefined : { figure, baseline };
  });
}

function spread(values: readonly (number | undefined)[]): Spread | null {
  const measured = values.filter((value) => value !== undefined);
  return measured.length === 0 ? null : spreadOf(measured);
}

/** Compares medians of the rounds with the promises of docs/performance.md. Missing figures have no verdict. */
export function verdictsOf(rounds: readonly Round[], database: 'sqlite' | 'postgresql' = 'sqlite'): Verdict[] {
  const ratioVerdicts = (promise: string, measure: Measure, minRatio: number): Verdict[] => {
    const ratio = ratiosToBaseline(rounds, measure)?.median;
    return ratio === undefined ? [] : [{ promise, measured: `${ratio.toFixed(2)} ×`, isMet: ratio >= minRatio }];
  };
  const mostVerdicts = (promise: string, measure: Measure, maxRatio: number): Verdict[] => {
    const ratio = ratiosToBaseline(rounds, measure)?.median;
    return ratio === undefined ? [] : [{ promise, measured: `${ratio.toFixed(2)} ×`, isMet: ratio <= maxRatio }];
  };
  const latencyVerdicts = (rate: 20 | 200): Verdict[] => {
    const ratio = ratiosToBaseline(rounds, `screens at ${rate}/s, p50`)?.median;
    const differenceMs = aboveBaseline(rounds, `screens at ${rate}/s, p99`)?.median;
    if (ratio === undefined || differenceMs === undefined) return [];
    return [
      {
        promise: `screens at ${rate}/s: p50 at most ${MAX_P50_RATIO} times the baseline's`,
        measured: `${ratio.toFixed(2)} ×`,
        isMet: ratio <= MAX_P50_RATIO,
      },
      {
        promise: `screens at ${rate}/s: p99 at most the baseline's + ${MAX_P99_DIFFERENCE_MS} ms`,
        measured: `${differenceMs < 0 ? '−' : '+'}${Math.abs(differenceMs).toFixed(1)} ms`,
        isMet: differenceMs <= MAX_P99_DIFFERENCE_MS,
      },
    ];
  };
  const memoryVerdicts = (): Verdict[] => {
    const idle = overRounds(rounds, 'heatlamp', IDLE)?.median;
    if (idle === undefined) return [];
    const promise = `memory: at most ${MAX_MEMORY_MB} MB, idle with Next inside and 50 screens`;
    return [{ promise, measured: `${idle.toFixed(0)} MB`, isMet: idle <= MAX_MEMORY_MB }];
  };
  if (database === 'postgresql')
    return [
      ...ratioVerdicts('16 connections: at least 0.7 times the baseline', SIXTEEN, 0.7),
      ...ratioVerdicts('64 connections: at least the baseline', SIXTY_FOUR, 1),
    ];
  return [
    ...ratioVerdicts('16 connections: at least the baseline', SIXTEEN, 1),
    ...ratioVerdicts('64 connections: at least 1.5 times the baseline', SIXTY_FOUR, 1.5),
    ...mostVerdicts(
      `acknowledgement at 1 connection: p50 at most ${MAX_ACKNOWLEDGED_RATIO.p50} times the baseline's`,
      'acknowledgement at 1 connection, p50',
      MAX_ACKNOWLEDGED_RATIO.p50,
    ),
    ...mostVerdicts(
      `acknowledgement at 16 connections: p99 at most ${MAX_ACKNOWLEDGED_RATIO.p99} times the baseline's`,
      'acknowledgement at 16 connections, p99',
      MAX_ACKNOWLEDGED_RATIO.p99,
    ),
    ...latencyVerdicts(20),
    ...latencyVerdicts(200),
    ...memoryVerdicts(),
  ];
}

/** The figures as Markdown: medians of the rounds with their spread, and ratios to the baseline of the same round. */
export function reportText({ isQuick, database, rounds }: Report): string {
  const measures = (Object.keys(MEASURES) as Measure[]).filter((measure) => overRounds(rounds, 'baseline', measure));
  const titles = ['', ...TARGETS, 'heatlamp ÷ baseline'];
  return `
${rounds.length === 1 ? '1 round' : `Medians of ${rounds.length} rounds`} (min–max)${database === 'postgresql' ? ', Heatlamp on PostgreSQL' : ''}. ${machineText(isQuick)}.

${table(
  titles,
  measures.map((measure) => rowOf(rounds, measure)),
)}

${verdictTable(verdictsOf(rounds, database))}
`;
}

function rowOf(rounds: readonly Round[], measure: Measure): string[] {
  const unit = MEASURES[measure];
  const digits = unit === 'ms' ? 2 : 0;
  const figures = TARGETS.map((target) => spreadText(overRounds(rounds, target, measure), digits));
  return [`${measure} (${unit})`, ...figures, spreadText(ratiosToBaseline(rounds, measure), 2)];
}
