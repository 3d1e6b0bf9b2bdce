import type { Child } from '../harness/child';
import { builtServer } from '../harness/child-server';
import type { BodyOptions } from '../harness/load/bodies';
import { startLoad } from '../harness/load/load-client';
import type { LoadPlan, LoadReady } from '../harness/load/messages';
import type { Postgresql } from '../harness/postgresql';
import { bundleBaseline, startBaseline } from '../harness/servers/start-baseline';
import { startHeatlamp } from '../harness/servers/start-heatlamp';
import { type MeasuredServer, TARGETS, type Target } from '../harness/servers/target';
import type { Figures, Round } from './figures';
import { measureScreens, screensBodies } from './measure-screens';
import { measureThroughput, throughputBodies } from './measure-throughput';
import type { Scale } from './scale';

/** With the log level of `npm start`. */
const HEATLAMP = builtServer({ LOG_LEVEL: 'info' });

export type Part = 'throughput' | 'screens';

export type RunOptions = {
  scale: Scale;
  seed: number;
  parts: readonly Part[];
  /** Heatlamp uses databases of this server instead of SQLite. */
  postgresql?: Postgresql | undefined;
  log: (text: string) => void;
};

/** Runs all rounds, one server at a time. Every other round measures the servers in reverse order. */
export async function runRounds({ scale, seed, parts, postgresql, log }: RunOptions): Promise<Round[]> {
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
