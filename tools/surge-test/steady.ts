import { percentile } from '../../lib/percentile';
import type { Child } from '../harness/child';
import { requestLoad } from '../harness/load/load-client';
import type { LoadReady } from '../harness/load/messages';
import { startScreens } from '../harness/screens/attach-screens';
import type { LatencyRequest, LatencyResponse, ScreensPlan } from '../harness/screens/messages';
import { expectStored } from '../harness/servers/expect-stored';
import type { MeasuredServer } from '../harness/servers/target';
import type { Scale } from './scale';

/** Times in ms. `answered` of the `sent` deliveries got a 200 with a valid signature. */
export type Answers = { p50: number; p99: number; most: number; answered: number; sent: number };

export type Steady = {
  /** Why some were not answered; null if all were. */
  problem: string | null;
  steady: Answers;
  burst: Answers;
  /** From the start of a POST until the screen has it, during the steady part. */
  screens: { p50: number; p99: number; missed: number };
};

const WARM_UP = 200;
const WARM_UP_RATE = 100;
const SLACK_MS = 60_000;

/** Number of bodies that a server receives. */
export function bodiesNeeded({ steadyRate, seconds, burst }: Scale): number {
  return WARM_UP + steadyRate * seconds + burst;
}

/** Sends deliveries at a steady rate with all screens attached, and then a burst within a second. */
export async function measureSteady(server: MeasuredServer, load: Child<LoadReady>, scale: Scale): Promise<Steady> {
  const { url, token } = server;
  const plan: ScreensPlan = { url, token, branch: 1, count: scale.screens };
  const screens = await startScreens(plan);
  let posted = 0;
  const post = async (perSecond: number, count: number) => {
    const slice = { from: posted, count };
    const withinMs = (count / perSecond) * 1_000 + SLACK_MS;
    const { startedAt, latenciesMs } = await requestLoad(
      load,
      { kind: 'rate', port: server.port, perSecond, slice },
      withinMs,
    );
    posted += count;
    const order: LatencyRequest = { startTimes: startedAt };
    return { answers: answersOf(latenciesMs, count), seen: await screens.request<LatencyResponse>(order, withinMs) };
  };
  const nothing = { p50: Number.NaN, p99: Number.NaN, most: Number.NaN, answered: 0 };
  const found: Steady = {
    problem: null,
    steady: { ...nothing, sent: scale.steadyRate * scale.seconds },
    burst: { ...nothing, sent: scale.burst },
    screens: { p50: Number.NaN, p99: Number.NaN, missed: Number.NaN },
  };
  try {
    await post(WARM_UP_RATE, WARM_UP);
    const steady = await post(scale.steadyRate, scale.steadyRate * scale.seconds);
    found.steady = steady.answers;
    found.screens = steady.seen;
    found.burst = (await post(scale.burst, scale.burst)).answers;
    await expectStored(server, posted);
  } catch (error) {
    found.problem = error instanceof Error ? error.message : String(error);
  } finally {
    await screens.stop();
  }
  return found;
}

function answersOf(tookMs: readonly number[], sent: number): Answers {
  const at = (share: number) => percentile(tookMs, share);
  return { p50: at(0.5), p99: at(0.99), most: at(1), answered: tookMs.length, sent };
}
