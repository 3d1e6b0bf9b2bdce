import path from 'node:path';
import { eveningOnScreens } from '../bench/bodies';
import type { LoadPlan, LoadReady } from '../bench/load/orders';
import { bundleFloor, startFloor } from '../bench/servers/start-floor';
import type { Running } from '../bench/servers/target';
import { startChild } from '../measure/child';
import type { ServerBuild } from '../rigs/server-build';
import { measureOutage } from './outage';
import type { Surge } from './report';
import type { Scale } from './scale';
import { startTarget } from './start-server';
import { bodiesNeeded, measureSteady, type Steady } from './steady';

export type SurgeOptions = { scale: Scale; seed: number; build: ServerBuild; say: (words: string) => void };

/** Some eight steps an order; a third more than that, so that there are enough whatever the seed. */
const STEPS_AN_ORDER = 6;

/** A rush, a burst and an outage, and beside the first two a server that is written for nothing else. */
export async function runSurge({ scale, seed, build, say }: SurgeOptions): Promise<Surge> {
  await bundleFloor();
  const most = bodiesNeeded(scale);
  const orders = Math.ceil(most / STEPS_AN_ORDER);
  const plan: LoadPlan = { serving: { seed, until: Date.now() }, evening: 'screens', most, orders };
  const load = await startChild<LoadReady>(path.join(import.meta.dirname, '..', 'bench', 'load', 'process.ts'), {
    LOAD: JSON.stringify(plan),
  });
  const measure = async (start: () => Promise<Running>): Promise<Steady> => {
    const server = await start();
    try {
      return await measureSteady(server, load, scale);
    } finally {
      await server.stop();
    }
  };
  try {
    say('the floor');
    const floor = await measure(() => startFloor('floor'));
    say('heatlamp');
    const heatlamp = await measure(() => startTarget(build));
    say(`an outage of ${scale.outageSeconds} s`);
    const bodies = eveningOnScreens({ seed: seed + 1, until: Date.now() });
    const outage = await measureOutage(build, bodies, scale);
    return { seed, scale, heatlamp, floor, outage };
  } finally {
    await load.stop();
  }
}
