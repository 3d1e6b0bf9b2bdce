import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import type { Child } from '../harness/child';
import { builtServer } from '../harness/child-server';
import { wholeNumber } from '../harness/command-line';
import type { BodyOptions } from '../harness/load-bodies';
import { type LoadPlan, type LoadReady, requestLoad, startLoad } from '../harness/load-client';
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
import { processorMs, residentMegabytes, watchMemory } from '../harness/process-figures';
import { log } from '../harness/report';
import { type LatencyRequest, type LatencyResponse, loadAndConnectScreens } from '../harness/screens';
import { type Figures, type Round, reportText } from './compare';

const CONNECTIONS = [1, 16, 64] as const;
const RATES = [20, 200] as const;
const SCREENS = 50;

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
    /** Ms until Heatlamp has ended the thread of its pages: half a minute after the last of them. */
    untilIdleMs: number;
  };
};

export const FULL: Scale = {
  rounds: 5,
  throughput: { warmUp: 4_000, deliveries: { 1: 1_000, 16: 5_000, 64: 8_000 } },
  screens: { warmUp: 400, deliveries: { 20: 140, 200: 1_000 }, settleMs: 2_000, untilIdleMs: 35_000 },
};

/** A short run to test the bench; its figures are not representative. */
export const QUICK: Scale = {
  rounds: 1,
  throughput: { warmUp: 300, deliveries: { 1: 200, 16: 1_200, 64: 2_400 } },
  screens: { warmUp: 100, deliveries: { 20: 30, 200: 300 }, settleMs: 500, untilIdleMs: 500 },
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
  .description('Compares Heatlamp with minimal servers of the same durability.')
  .option('--quick', 'one short round to test the bench; its figures are not representative')
  .option('--seed <n>', 'seed of the posted services', wholeNumber, 1)
  .addOption(new Option('--database <name>', 'of Heatlamp').choices(['sqlite', 'postgresql']).default('sqlite'))
  .addOption(new Option('--only <part>', 'only this part; memory is measured in both').choices(PARTS))
  .action(async ({ quick, seed, only, database }: Options) => {
    const postgresql = database === 'postgresql' ? await startPostgresql() : undefined;
    const scale = quick ? QUICK : FULL;
    const rounds = await runRounds({ scale, seed, parts: only ? [only] : PARTS, postgresql });
    await postgresql?.stop();
    process.stdout.write(reportText({ isQuick: quick === true, seed, database, rounds }));
  });

type Options = { quick?: true; seed: number; only?: Part; database: 'sqlite' | 'postgresql' };

type RunOptions = {
  scale: Scale;
  seed: number;
  parts: readonly Part[];
  /** Heatlamp uses databases of this server instead of SQLite. */
  postgresql?: Postgresql | undefined;
};

/** Runs all rounds, one server at a time. Every other round measures the servers in reverse order. */
async function runRounds({ scale, seed, parts, postgresql }: RunOptions): Promise<Round[]> {
  await bundleBaseline();
  const rounds: Round[] = [];
  for (let number = 1; number <= scale.rounds; number += 1) {
    const order = number % 2 === 1 ? TARGETS : TARGETS.toReversed();
    const round: Round = { heatlamp: {}, baseline: {}, 'baseline with group commit': {} };
    for (const part of parts) {
      const load = await startLoad(planOf({ seed, until: Date.now() }, part, scale));
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
  load: Child<LoadReady>,
  scale: Scale,
  postgresql?: Postgresql,
): Promise<Figures> {
  const server: MeasuredServer =
    target === 'heatlamp' ? await startHeatlamp(HEATLAMP, postgresql) : await startBaseline(target);
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
  load: Child<LoadReady>,
  { warmUp, deliveries }: Scale['throughput'],
): Promise<Figures> {
  let posted = 0;
  const post = async (connections: number, count: number) => {
    const slice = { from: posted, count };
    const before = processorMs(server.pid);
    const request = { kind: 'fast', port: server.port, connections, slice } as const;
    const { seconds, latenciesMs } = await requestLoad(load, request, TIMEOUT_MS);
    const after = processorMs(server.pid);
    posted += count;
    return {
      perSecond: count / seconds,
      p50: percentile(latenciesMs, 0.5),
      p99: percentile(latenciesMs, 0.99),
      // Unlike throughput, processor time does not depend on other processes.
      processor: before === null || after === null ? undefined : (after - before) / count,
    };
  };
  await post(WARM_UP_CONNECTIONS, warmUp);
  const one = await post(1, deliveries[1]);
  const sixteen = await post(16, deliveries[16]);
  const memory = watchMemory(server.pid);
  const sixtyFour = await post(64, deliveries[64]);
  const max = memory.stop();
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
    'processor time a delivery at 16 connections': sixteen.processor,
    'processor time a delivery at 64 connections': sixtyFour.processor,
    'memory, most at 64 connections': max,
  };
}

/** Number of bodies that a run needs. */
export function screensBodies({ warmUp, deliveries }: Scale['screens']): number {
  return warmUp + deliveries[20] + deliveries[200];
}

/** Measures the latency from webhook to screen, and the server's memory idle and under load, on a new server. */
async function measureScreens(
  server: MeasuredServer,
  load: Child<LoadReady>,
  { warmUp, deliveries, settleMs, untilIdleMs }: Scale['screens'],
): Promise<Figures> {
  const screens = await loadAndConnectScreens(server, SCREENS);
  try {
    let posted = 0;
    const post = async (perSecond: number, count: number) => {
      const slice = { from: posted, count };
      const { startedAt } = await requestLoad(
        load,
        { kind: 'rate', port: server.port, perSecond, slice },
        SCREENS_TIMEOUT_MS,
      );
      posted += count;
      const request: LatencyRequest = { steps: [{ branch: 1, startTimes: startedAt }] };
      const latencies = await screens.request<LatencyResponse>(request, SCREENS_TIMEOUT_MS);
      if (latencies.missed > 0)
        throw new Error(`${latencies.missed} of ${count * SCREENS} changes of ${server.target} never reached a screen`);
      return latencies;
    };
    await wait(server.target === 'heatlamp' ? Math.max(settleMs, untilIdleMs) : settleMs);
    const idle = residentMegabytes(server.pid);
    await post(WARM_UP_RATE, warmUp);
    const slow = await post(20, deliveries[20]);
    const memory = watchMemory(server.pid);
    const quick = await post(200, deliveries[200]);
    const max = memory.stop();
    await wait(settleMs);
    const after = residentMegabytes(server.pid);
    await expectStored(server, posted);
    return {
      'screens at 20/s, p50': slow.p50,
      'screens at 20/s, p99': slow.p99,
      'screens at 200/s, p50': quick.p50,
      'screens at 200/s, p99': quick.p99,
      'memory, idle with 50 screens': idle,
      'memory, most at 200/s with 50 screens': max,
      'memory, 50 screens after the load': after,
    };
  } finally {
    await screens.stop();
  }
}
