import type { LiveClient } from '../harness/client-build';
import type { ServerBuild } from '../harness/server-build';
import { createRandom, shuffled } from '../pos-simulator/random';
import { CLOCKS } from './clocks';
import { FAULTS } from './faults';
import { RACES } from './races';
import { RESTARTS } from './restarts';
import { REVOCATIONS } from './revocations';
import { runScenario, type ScenarioResult, startTestServer, stopTestServer } from './run-scenario';
import type { Scenario } from './scenario';
import { SLOW_READERS } from './slow-reader';

/** Run in parallel on one server, each in its own branch. */
const PARALLEL: readonly Scenario[] = [...RACES, ...FAULTS, ...REVOCATIONS];
/** Affect the whole server, so they run sequentially. */
const SEQUENTIAL: readonly Scenario[] = [...RESTARTS, ...SLOW_READERS, ...CLOCKS];

export const SCENARIOS: readonly string[] = [...PARALLEL, ...SEQUENTIAL].map(({ name }) => name);

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
  results: Map<string, { times: number; upToDateAfter: number[]; figures: Map<string, number> }>;
  violations: string[];
};

/** More would delay each other on a small machine. */
const CONCURRENCY = 6;

/** Runs every scenario once per round, each round on a new folder, and checks the screens. */
export async function runNetworkChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { rounds, seed, only, isOver = () => false, onRound } = options;
  const report: ChaosReport = { rounds: 0, results: new Map(), violations: [] };
  const isSelected = ({ name }: Scenario) => only === undefined || only.includes(name);
  for (let round = 1; round <= rounds && !isOver(); round += 1) {
    const random = createRandom(seed + round);
    const testServer = await startTestServer(options.build, options.client, options.screens);
    const runOne = async (scenario: Scenario) => {
      const branch = SCENARIOS.indexOf(scenario.name) + 1;
      addResult(report, await runScenario(testServer, scenario, branch, seed + round), round);
    };
    try {
      const queue = shuffled(random, PARALLEL.filter(isSelected)).values();
      const worker = async () => {
        for (const scenario of queue) await runOne(scenario);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      for (const scenario of SEQUENTIAL.filter(isSelected)) await runOne(scenario);
    } finally {
      await stopTestServer(testServer);
    }
    report.rounds = round;
    onRound?.(round, report);
  }
  return report;
}

function addResult(
  { results: all, violations }: ChaosReport,
  { name, figures, upToDateAfter, ...results }: ScenarioResult,
  round: number,
): void {
  const sum = all.get(name) ?? { times: 0, upToDateAfter: [], figures: new Map<string, number>() };
  all.set(name, sum);
  sum.times += 1;
  sum.upToDateAfter.push(...upToDateAfter);
  for (const [figure, value] of figures) sum.figures.set(figure, Math.max(value, sum.figures.get(figure) ?? 0));
  violations.push(...results.violations.map((problem) => `round ${round}, ${name}: ${problem}`));
}
