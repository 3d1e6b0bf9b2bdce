import type { LiveClient } from '../harness/client-build';
import type { ServerBuild } from '../harness/server-build';
import { createRandom, shuffled } from '../pos-simulator/random';
import { CLOCKS } from './clocks';
import { FAULTS } from './faults';
import { RACES } from './races';
import { RESTARTS } from './restarts';
import type { Scenario } from './scenario';
import { SHUT_OUT } from './shut-out';
import { SLOW_READERS } from './slow-reader';
import { closeHouse, openHouse, type Played, playOn } from './stage';

/** Run in parallel on one server, each in a branch of its own. */
const TOGETHER: readonly Scenario[] = [...RACES, ...FAULTS, ...SHUT_OUT];
/** Affect the whole server, so they run one after the other. */
const ALONE: readonly Scenario[] = [...RESTARTS, ...SLOW_READERS, ...CLOCKS];

export const SCENARIOS: readonly string[] = [...TOGETHER, ...ALONE].map(({ name }) => name);

export type ChaosOptions = {
  rounds: number;
  seed: number;
  build: ServerBuild;
  client: LiveClient;
  /** Number of screens that reconnect at once after a restart. */
  screens: number;
  /** Only these scenarios. */
  only?: readonly string[];
  /** No round starts after it returns true. */
  isOver?: () => boolean;
  onRound?: (done: number, report: ChaosReport) => void;
};

export type ChaosReport = {
  rounds: number;
  /** Results of every scenario over all rounds. */
  played: Map<string, { times: number; rightAfter: number[]; figures: Map<string, number> }>;
  broken: string[];
};

/** Limit of parallel scenarios: on a small machine, more would delay each other. */
const AT_ONCE = 6;

/** Plays every scenario once a round, each round on a new folder, and checks the promises for screens. */
export async function runNetworkChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { rounds, seed, only, isOver = () => false, onRound } = options;
  const report: ChaosReport = { rounds: 0, played: new Map(), broken: [] };
  const isMeant = ({ name }: Scenario) => only === undefined || only.includes(name);
  for (let round = 1; round <= rounds && !isOver(); round += 1) {
    const random = createRandom(seed + round);
    const house = await openHouse(options.build, options.client, options.screens);
    const take = async (scenario: Scenario) => {
      const branch = SCENARIOS.indexOf(scenario.name) + 1;
      enter(report, await playOn(house, scenario, branch, seed + round), round);
    };
    try {
      const together = shuffled(random, TOGETHER.filter(isMeant)).values();
      const playSome = async () => {
        for (const scenario of together) await take(scenario);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, playSome));
      for (const scenario of ALONE.filter(isMeant)) await take(scenario);
    } finally {
      await closeHouse(house);
    }
    report.rounds = round;
    onRound?.(round, report);
  }
  return report;
}

function enter(
  { played: all, broken }: ChaosReport,
  { name, figures, rightAfter, ...played }: Played,
  round: number,
): void {
  const sum = all.get(name) ?? { times: 0, rightAfter: [], figures: new Map<string, number>() };
  all.set(name, sum);
  sum.times += 1;
  sum.rightAfter.push(...rightAfter);
  for (const [figure, value] of figures) sum.figures.set(figure, Math.max(value, sum.figures.get(figure) ?? 0));
  broken.push(...played.broken.map((problem) => `round ${round}, ${name}: ${problem}`));
}
