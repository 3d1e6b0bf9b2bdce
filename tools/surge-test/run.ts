import { errorMessage } from '../../lib/error-message';
import { screenBodies } from '../harness/load/bodies';
import { startLoad } from '../harness/load/load-client';
import type { LoadPlan } from '../harness/load/messages';
import type { ServerBuild } from '../harness/server-build';
import { bundleBaseline, startBaseline } from '../harness/servers/start-baseline';
import { startHeatlamp } from '../harness/servers/start-heatlamp';
import type { MeasuredServer } from '../harness/servers/target';
import { measureOutage, type Outage } from './outage';
import type { Surge } from './report';
import type { Scale } from './scale';
import { bodiesNeeded, measureSteady, type Steady } from './steady';

export type Part = 'rush' | 'outage';
export type SurgeOptions = {
  scale: Scale;
  seed: number;
  build: ServerBuild;
  /** Only this part. */
  only?: Part | undefined;
  log?: (text: string) => void;
};

/** An order has about eight steps; fewer are assumed, so that the evening is long enough for every seed. */
const STEPS_PER_ORDER = 6;

/** Measures a rush and a burst, compared with a minimal server, and an outage. */
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
): Promise<NonNullable<Surge['rush']>> {
  await bundleBaseline();
  const maxBodies = bodiesNeeded(scale);
  const orders = Math.ceil(maxBodies / STEPS_PER_ORDER);
  const plan: LoadPlan = { bodyOptions: { seed, until: Date.now() }, evening: 'screens', maxBodies, orders };
  const load = await startLoad(plan);
  const measure = async (what: string, start: () => Promise<MeasuredServer>): Promise<Steady> => {
    log(`a rush of ${scale.seconds} s: ${what}`);
    const server = await start();
    try {
      return await measureSteady(server, load, scale);
    } finally {
      await server.stop();
    }
  };
  try {
    const baseline = await measure('the baseline', () => startBaseline('baseline'));
    return { baseline, heatlamp: await measure('heatlamp', () => startHeatlamp({ program: build.main })) };
  } finally {
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
    const nothing = { screens: scale.screens, upToDateMs: { p50: Number.NaN, max: Number.NaN } };
    const violations = [errorMessage(error)];
    return { ...nothing, sent: 0, repeats: 0, acknowledgedMs: Number.NaN, violations };
  }
}
