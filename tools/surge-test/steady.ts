import { errorMessage } from '../../lib/error-message';
import { percentile } from '../../lib/percentile';
import type { Child } from '../harness/child';
import { requestLoad } from '../harness/load/load-client';
import type { LoadReady } from '../harness/load/messages';
import type { LatencyRequest, LatencyResponse } from '../harness/screens/messages';
import { startScreens } from '../harness/screens/start-screens';
import { expectStored } from '../harness/servers/expect-stored';
import type { MeasuredServer } from '../harness/servers/target';
import type { Scale } from './scale';

/** Latencies in ms, and how many of the sent deliveries received a 200 with a valid signature. */
export type ResponseFigures = { p50: number; p99: number; max: number; acknowledged: number; sent: number };

export type Steady = {
  /** Why some were not acknowledged; null if all were. */
  problem: string | null;
  steady: ResponseFigures;
  burst: ResponseFigures;
  /** Latency from the start of a POST to the screen, during the steady part. */
  screens: { p50: number; p99: number; missed: number };
};

const WARM_UP = 200;
const WARM_UP_RATE = 100;
const EXTRA_MS = 60_000;

/** Number of bodies that a server receives. */
export function bodiesNeeded({ steadyRate, seconds, burst }: Scale): number {
  return WARM_UP + steadyRate * seconds + burst;
}

/** Sends deliveries at a steady rate with all screens connected, and then a burst within a second. */
export async function measureSteady(server: MeasuredServer, load: Child<LoadReady>, scale: Scale): Promise<Steady> {
  const { url, token } = server;
  const screens = await startScreens([{ url, token, branch: 1, count: scale.screens }]);
  let posted = 0;
  const post = async (perSecond: number, count: number) => {
    const slice = { from: posted, count };
    const timeoutMs = (count / perSecond) * 1_000 + EXTRA_MS;
    const { startedAt, latenciesMs } = await requestLoad(
      load,
      { kind: 'rate', port: server.port, perSecond, slice },
      timeoutMs,
    );
    posted += count;
    const request: LatencyRequest = { steps: [{ branch: 1, startTimes: startedAt }] };
    return { figures: figuresOf(latenciesMs, count), seen: await screens.request<LatencyResponse>(request, timeoutMs) };
  };
  const nothing = { p50: Number.NaN, p99: Number.NaN, max: Number.NaN, acknowledged: 0 };
  const result: Steady = {
    problem: null,
    steady: { ...nothing, sent: scale.steadyRate * scale.seconds },
    burst: { ...nothing, sent: scale.burst },
    screens: { p50: Number.NaN, p99: Number.NaN, missed: Number.NaN },
  };
  try {
    await post(WARM_UP_RATE, WARM_UP);
    const steady = await post(scale.steadyRate, scale.steadyRate * scale.seconds);
    result.steady = steady.figures;
    result.screens = steady.seen;
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
  const at = (share: number) => percentile(latenciesMs, share);
  return { p50: at(0.5), p99: at(0.99), max: at(1), acknowledged: latenciesMs.length, sent };
}
