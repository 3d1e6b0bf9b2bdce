import { errorMessage } from '../../lib/error-message';
import { percentile } from '../../lib/percentile';
import { buildClient, type LiveClient, type ServerBuild, withServer } from '../harness/builds';
import {
  addSubscriptionAndScreens,
  type ChildServer,
  type DataFolder,
  makeDataFolder,
  startServer,
} from '../harness/child-server';
import { CLIENT_MUTATIONS, type ClientMutation } from '../harness/mutants/client';
import { table } from '../harness/report';
import { createRandom, shuffled } from '../pos-simulator/random';
import { PRELOAD, skippedMs } from './active-clock';
import type { TortureFault } from './fault';
import { FAULTS, REVOCATIONS } from './network-faults';
import { RACES } from './network-races';
import { CLOCKS, RESTARTS, SLOW_READERS } from './network-restarts';
import {
  openKitchen,
  openScreen,
  type Scenario,
  type ScenarioContext,
  type Screen,
  UP_TO_DATE_WITHIN_MS,
} from './network-screen';

/** The server of a round. Each scenario has its own branch. */
type TestServer = {
  data: DataFolder;
  server: ChildServer;
  build: ServerBuild;
  client: LiveClient;
  screens: number;
};

type ScenarioResult = {
  name: string;
  violations: string[];
  figures: Map<string, number>;
  /** How long each wait for up-to-date screens took, in ms. */
  upToDateAfter: number[];
};

/** Run in parallel on one server, each in its own branch. */
const PARALLEL: readonly Scenario[] = [...RACES, ...FAULTS, ...REVOCATIONS];
/** Affect the whole server, so they run sequentially. */
const SEQUENTIAL: readonly Scenario[] = [...RESTARTS, ...SLOW_READERS, ...CLOCKS];

const SCENARIOS: readonly string[] = [...PARALLEL, ...SEQUENTIAL].map(({ name }) => name);

type NetworkOptions = {
  rounds: number;
  seed: number;
  build: ServerBuild;
  client: LiveClient;
  /** Number of screens that reconnect at once after a restart. */
  screens: number;
  /** Only these scenarios. */
  only?: readonly string[] | undefined;
  /** No round starts after it returns true. */
  isOver?: () => boolean;
  log?: (line: string) => void;
};

type NetworkReport = {
  rounds: number;
  /** Results of every scenario over all rounds. */
  results: Map<string, { times: number; upToDateAfter: number[]; figures: Map<string, number> }>;
  violations: string[];
};

/** Defects that the scenarios must reveal. */
const OF_SERVER = 'room-after-snapshot';
const DEFECTS = [OF_SERVER, ...(Object.keys(CLIENT_MUTATIONS) as ClientMutation[])] as const;

export const network: TortureFault = {
  title: 'screens with the product’s own client are on faulty networks, and their server is restarted',
  parts: SCENARIOS,
  defects: DEFECTS,
  async run({ seed, times = 1, only, screens = 200, broken, isOver, log }) {
    const report = await runBroken(broken as (typeof DEFECTS)[number] | undefined, (build, client) =>
      runNetwork({ rounds: times, seed, build, client, screens, only, isOver, log }),
    );
    return { checks: report.results.size, violations: report.violations, text: networkText(report) };
  },
};

/** Bundles the server and the client, one of them with a defect if there is one, for as long as `run` takes. */
export async function runBroken<Result>(
  defect: (typeof DEFECTS)[number] | undefined,
  run: (build: ServerBuild, client: LiveClient) => Promise<Result>,
): Promise<Result> {
  const client = await buildClient(defect === OF_SERVER ? undefined : defect);
  return withServer(defect === OF_SERVER ? defect : undefined, (build) => run(build, client));
}

function networkText({ results, rounds }: NetworkReport): string {
  const p50AndMax = (times: readonly number[]) =>
    times.length === 0 ? [] : [percentile(times, 0.5), Math.max(...times)].map((ms) => ms.toFixed(0));
  const rows = [...results].map(([name, { times, upToDateAfter }]) => [
    name,
    String(times),
    ...p50AndMax(upToDateAfter),
  ]);
  const all = [...results.values()].flatMap(({ upToDateAfter }) => upToDateAfter);
  const maxima = new Map<string, number>();
  for (const { figures } of results.values())
    for (const [figure, value] of figures) maxima.set(figure, Math.max(value, maxima.get(figure) ?? 0));
  const figures = [...maxima].map(([figure, value]) => [figure, value.toFixed(0)]);
  return `${rounds} rounds
${table(['', 'times', 'up to date after, ms: p50', 'max'], [...rows, ['all', String(all.length), ...p50AndMax(all)]])}

${table(['figure', 'max'], figures)}

not counted, because the machine was busy: ${(skippedMs() / 1_000).toFixed(0)} s`;
}

/** More would delay each other on a small machine. */
const CONCURRENCY = 6;

/** Runs every scenario once per round, each round on a new folder, and checks the screens. */
export async function runNetwork(options: NetworkOptions): Promise<NetworkReport> {
  const { rounds, seed, only, isOver = () => false, log } = options;
  const report: NetworkReport = { rounds: 0, results: new Map(), violations: [] };
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
    log?.(`  ${round} of ${rounds} rounds, ${report.violations.length} violations`);
  }
  return report;
}

function addResult(
  { results: all, violations }: NetworkReport,
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

async function startTestServer(build: ServerBuild, client: LiveClient, screens: number): Promise<TestServer> {
  const data = makeDataFolder();
  const server = await startServer({ program: build.main, folder: data.folder, preload: PRELOAD });
  await addSubscriptionAndScreens(data.folder, []);
  return { data, server, build, client, screens };
}

async function stopTestServer({ data, server }: TestServer): Promise<void> {
  try {
    await server.stop();
  } finally {
    data.remove();
  }
}

/**
 * Runs a scenario in its own branch. Does not reject: an error becomes a violation.
 */
async function runScenario(
  testServer: TestServer,
  { name, run, skipsFold = false }: Scenario,
  branch: number,
  seed: number,
): Promise<ScenarioResult> {
  const result: ScenarioResult = { name, violations: [], figures: new Map(), upToDateAfter: [] };
  const screens: Screen[] = [];
  try {
    const { context, kitchen } = await createContext(testServer, result, screens, branch, seed);
    await run(context);
    if (!skipsFold) result.violations.push(...(await kitchen.check()));
  } catch (error) {
    result.violations.push(errorMessage(error));
  }
  for (const screen of screens) {
    result.violations.push(...screen.monitor.violations());
    const { live, notRed } = screen.monitor.longestMs();
    figureOf(result)('max ms old and shown as live', live);
    figureOf(result)('max ms old and not shown as red', notRed);
  }
  await Promise.all(screens.map((screen) => screen.close()));
  return result;
}

async function createContext(
  testServer: TestServer,
  result: ScenarioResult,
  screens: Screen[],
  branch: number,
  seed: number,
) {
  const { data, client } = testServer;
  const random = createRandom((seed * 1_000_003 + branch * 7_919) >>> 0);
  const { url } = testServer.server;
  const kitchen = await openKitchen(url, data.folder, branch, random);
  await kitchen.changeBoard(5);
  const context: ScenarioContext = {
    ...{ kitchen, client, folder: data.folder, random, screens: testServer.screens, server: () => testServer.server },
    async restart(between) {
      await testServer.server.kill();
      await between();
      testServer.server = await startServer({
        program: testServer.build.main,
        folder: data.folder,
        preload: PRELOAD,
        environment: { PORT: url.port },
      });
    },
    async screen(options = {}) {
      const { token } = await kitchen.addScreen();
      const screen = await openScreen(url, client, kitchen, { name: 'a screen', token, ...options });
      screens.push(screen);
      await screen.waitUntilUpToDate(4 * UP_TO_DATE_WITHIN_MS);
      return screen;
    },
    async waitUntilUpToDate(screensToCheck, withinMs = UP_TO_DATE_WITHIN_MS) {
      const elapsedMs = Math.max(
        ...(await Promise.all(screensToCheck.map((screen) => screen.waitUntilUpToDate(withinMs)))),
      );
      result.upToDateAfter.push(elapsedMs);
    },
    addViolation: (problem) => void result.violations.push(problem),
    figure: figureOf(result),
  };
  return { context, kitchen };
}

function figureOf({ figures }: ScenarioResult) {
  return (name: string, value: number) => void figures.set(name, Math.max(value, figures.get(name) ?? 0));
}
