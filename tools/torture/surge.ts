import os from 'node:os';
import { errorMessage } from '../../lib/error-message';
import { percentile } from '../../lib/percentile';
import { type ServerBuild, withServer } from '../harness/builds';
import { screenBodies } from '../harness/load-bodies';
import { type Load, startLoad } from '../harness/load-client';
import { expectStored, type MeasuredServer, startHeatlamp } from '../harness/measured-server';
import type { ServerMutation } from '../harness/mutants/server';
import { machineText, type Verdict, verdictTable } from '../harness/report';
import { type LatencyRequest, type LatencyResponse, startScreens } from '../harness/screens';
import type { TortureFault } from './fault';
import { measureOutage, type Outage, type Scale } from './outage';

/** Results of the parts; null for a part that did not run. */
type Surge = {
  seed: number;
  scale: Scale;
  rush: Steady | null;
  outage: Outage | null;
};

/** A promise (docs/reliability.md) and its result. `isTimed`: depends on the speed of the machine. */
type TimedVerdict = Verdict & { isTimed: boolean };

const MAX_ACKNOWLEDGEMENT_MS = 100;
const MAX_CATCH_UP_MS = 3_000;

export const FULL: Scale = {
  screens: 100,
  steadyRate: 50,
  seconds: 60,
  burst: 500,
  outageSeconds: 60,
  outageRate: 5,
};

/** The 99th percentile of the latencies in ms, and how many of the sent deliveries received a 200 with a valid signature. */
type ResponseFigures = { p99: number; acknowledged: number; sent: number };

export type Steady = {
  /** Why some were not acknowledged; null if all were. */
  problem: string | null;
  steady: ResponseFigures;
  burst: ResponseFigures;
  /** Steps that a screen did not show during the steady part. */
  missed: number;
};

const WARM_UP = 200;
const WARM_UP_RATE = 100;
const EXTRA_MS = 60_000;

export type Part = 'rush' | 'outage';
type SurgeOptions = {
  scale: Scale;
  seed: number;
  build: ServerBuild;
  /** Only this part. */
  only?: Part | undefined;
  log?: (text: string) => void;
};

/** An order has about eight steps; fewer are assumed, so that the evening is long enough for every seed. */
const STEPS_PER_ORDER = 6;

export const surge: TortureFault = {
  title: 'a rush, a burst and an outage come with all screens connected',
  parts: ['rush', 'outage'],
  defects: ['slow-disk', 'reply-before-sync'],
  async run({ seed, times = FULL.seconds, screens = FULL.screens, only, broken, log }) {
    const scale = { ...FULL, seconds: times, screens };
    const [part, other] = (only ?? []) as Part[];
    const measured = await withServer(broken as ServerMutation | undefined, (build) =>
      runSurge({ scale, seed, build, only: other ? undefined : part, log }),
    );
    const verdicts = verdictsOf(measured);
    const violations = verdicts.flatMap(({ isMet, promise, measured: was }) => (isMet ? [] : `${promise}: ${was}`));
    return { checks: verdicts.length, violations, text: reportText(measured) };
  },
};

/** Measures a rush and a burst, and an outage. */
export async function runSurge({ scale, seed, build, only, log = () => {} }: SurgeOptions): Promise<Surge> {
  return {
    seed,
    scale,
    rush: only === 'outage' ? null : await measureRush(scale, seed, build, log),
    outage: only === 'rush' ? null : await measureReturn(scale, seed, build, log),
  };
}

async function measureRush(
  scale: Scale,
  seed: number,
  build: ServerBuild,
  log: (text: string) => void,
): Promise<Steady> {
  const maxBodies = WARM_UP + scale.steadyRate * scale.seconds + scale.burst;
  const orders = Math.ceil(maxBodies / STEPS_PER_ORDER);
  const load = await startLoad({ bodyOptions: { seed, until: Date.now() }, evening: 'screens', maxBodies, orders });
  log(`a rush of ${scale.seconds} s`);
  const server = await startHeatlamp({ program: build.main });
  try {
    return await measureSteady(server, load, scale);
  } finally {
    await server.stop();
    await load.stop();
  }
}

async function measureReturn(
  scale: Scale,
  seed: number,
  build: ServerBuild,
  log: (text: string) => void,
): Promise<Outage> {
  log(`an outage of ${scale.outageSeconds} s`);
  try {
    return await measureOutage(build, screenBodies({ seed, until: Date.now() }), scale);
  } catch (error) {
    // The results of the rush are reported in any case.
    return { lastUpToDateMs: Number.NaN, sent: 0, repeats: 0, violations: [errorMessage(error)] };
  }
}

/** Sends deliveries at a steady rate with all screens connected, and then a burst within a second. */
async function measureSteady(server: MeasuredServer, load: Load, scale: Scale): Promise<Steady> {
  const { url, token } = server;
  const screens = await startScreens([{ url, token, branch: 1, count: scale.screens }]);
  let posted = 0;
  const post = async (perSecond: number, count: number) => {
    const timeoutMs = (count / perSecond) * 1_000 + EXTRA_MS;
    const request = { kind: 'rate', ports: [server.port], perSecond, from: posted, count } as const;
    const { steps, latenciesMs } = await load.post(request, timeoutMs);
    posted += count;
    const shown: LatencyRequest = { steps };
    return { figures: figuresOf(latenciesMs, count), seen: await screens.request<LatencyResponse>(shown, timeoutMs) };
  };
  const nothing = { p99: Number.NaN, acknowledged: 0 };
  const result: Steady = {
    problem: null,
    steady: { ...nothing, sent: scale.steadyRate * scale.seconds },
    burst: { ...nothing, sent: scale.burst },
    missed: Number.NaN,
  };
  try {
    await post(WARM_UP_RATE, WARM_UP);
    const steady = await post(scale.steadyRate, scale.steadyRate * scale.seconds);
    result.steady = steady.figures;
    result.missed = steady.seen.missed;
    result.burst = (await post(scale.burst, scale.burst)).figures;
    await expectStored(server, posted);
  } catch (error) {
    result.problem = errorMessage(error);
  } finally {
    await screens.stop();
  }
  return result;
}

function figuresOf(latenciesMs: readonly number[], sent: number): ResponseFigures {
  return { p99: percentile(latenciesMs, 0.99), acknowledged: latenciesMs.length, sent };
}

export function verdictsOf({ scale, rush, outage }: Surge): TimedVerdict[] {
  return [...(rush ? rushVerdicts(scale, rush) : []), ...(outage ? outageVerdicts(scale, outage) : [])];
}

function rushVerdicts(scale: Scale, { steady, burst, missed, problem }: Steady): TimedVerdict[] {
  const all = ({ acknowledged, sent }: ResponseFigures) => ({
    measured: `${acknowledged} of ${sent}`,
    isMet: acknowledged === sent,
  });
  return [
    {
      promise: `${scale.steadyRate}/s with ${scale.screens} screens: acknowledgement p99 at most ${MAX_ACKNOWLEDGEMENT_MS} ms`,
      measured: ms(steady.p99),
      isMet: steady.p99 <= MAX_ACKNOWLEDGEMENT_MS,
      isTimed: true,
    },
    { promise: 'all acknowledged', ...all(steady), isTimed: false },
    {
      promise: 'every screen shows every step',
      measured: `${missed} missed`,
      isMet: missed === 0,
      isTimed: false,
    },
    { promise: `${scale.burst} in one second: all acknowledged`, ...all(burst), isTimed: false },
    {
      promise: 'every acknowledged delivery is stored once',
      measured: problem ?? 'all',
      isMet: problem === null,
      isTimed: false,
    },
  ];
}

function outageVerdicts(scale: Scale, { lastUpToDateMs, violations, sent }: Outage): TimedVerdict[] {
  const within = `every screen up to date within ${MAX_CATCH_UP_MS / 1_000} s after the restart`;
  return [
    {
      promise: `outage of ${scale.outageSeconds} s: ${within}`,
      measured: ms(lastUpToDateMs),
      isMet: lastUpToDateMs <= MAX_CATCH_UP_MS,
      isTimed: true,
    },
    {
      promise: 'deliveries during the outage are stored once, and on every screen',
      measured: violations[0] ?? `${sent} of ${sent}`,
      isMet: violations.length === 0,
      isTimed: false,
    },
  ];
}

/** The figures as Markdown. */
export function reportText(surge: Surge): string {
  const load = os.loadavg().map((each) => each.toFixed(1));
  return `
${machineText()}, load ${load.join(', ')}, seed ${surge.seed}.

${verdictTable(verdictsOf(surge))}
`;
}

function ms(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  return value < 100 ? `${value.toFixed(1)} ms` : `${value.toFixed(0)} ms`;
}
