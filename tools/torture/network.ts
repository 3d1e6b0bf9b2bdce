import { errorMessage } from '../../lib/error-message';
import { buildClient, type LiveClient, type ServerBuild, withServer } from '../harness/builds';
import {
  addSubscriptionAndScreens,
  type ChildServer,
  type DataFolder,
  makeDataFolder,
  startServer,
} from '../harness/child-server';
import { CLIENT_MUTATIONS, type ClientMutation } from '../harness/mutants/client';
import { createRandom, shuffled } from '../pos-simulator/random';
import { PRELOAD } from './active-clock';
import type { TortureFault } from './fault';
import { FAULTS, REVOCATIONS } from './network-faults';
import { RACES } from './network-races';
import { RESTARTS } from './network-restarts';
import { openKitchen, type Scenario, Screen, UP_TO_DATE_WITHIN_MS } from './network-screen';

/** The server of a round. Each scenario has its own branch. */
type TestServer = {
  data: DataFolder;
  server: ChildServer;
  build: ServerBuild;
  client: LiveClient;
  screens: number;
};

/** Run in parallel on one server, each in its own branch. */
const PARALLEL: readonly Scenario[] = [...RACES, ...FAULTS, ...REVOCATIONS];

const SCENARIOS: readonly string[] = [...PARALLEL, ...RESTARTS].map(({ name }) => name);

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

/** `checks`: the names of the scenarios that ran. */
type NetworkReport = { checks: string[]; violations: string[] };

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
    return { checks: report.checks.length, violations: report.violations };
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

/** More would delay each other on a small machine. */
const CONCURRENCY = 6;

/** Runs every scenario once per round, each round on a new folder, and checks the screens. */
export async function runNetwork(options: NetworkOptions): Promise<NetworkReport> {
  const { rounds, seed, only, isOver = () => false, log } = options;
  const report: NetworkReport = { checks: [], violations: [] };
  const isSelected = ({ name }: Scenario) => only === undefined || only.includes(name);
  for (let round = 1; round <= rounds && !isOver(); round += 1) {
    const testServer = await startTestServer(options);
    const runOne = async (scenario: Scenario) => {
      const violations = await runScenario(testServer, scenario, seed + round);
      report.checks.push(scenario.name);
      report.violations.push(...violations.map((problem) => `round ${round}, ${scenario.name}: ${problem}`));
    };
    try {
      const queue = shuffled(createRandom(seed + round), PARALLEL.filter(isSelected)).values();
      const worker = async () => {
        for (const scenario of queue) await runOne(scenario);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      // They affect the whole server.
      for (const scenario of RESTARTS.filter(isSelected)) await runOne(scenario);
    } finally {
      await testServer.server.stop().finally(testServer.data.remove);
    }
    log?.(`  ${round} of ${rounds} rounds, ${report.violations.length} violations`);
  }
  return report;
}

async function startTestServer({ build, client, screens }: NetworkOptions): Promise<TestServer> {
  const data = makeDataFolder();
  const server = await startServer({ program: build.main, folder: data.folder, preload: PRELOAD });
  await addSubscriptionAndScreens(data.folder, []);
  return { data, server, build, client, screens };
}

/** Runs a scenario in its own branch. Resolves to its violations: an error is one too. */
async function runScenario(testServer: TestServer, scenario: Scenario, seed: number): Promise<string[]> {
  const { data, client, build } = testServer;
  const branch = SCENARIOS.indexOf(scenario.name) + 1;
  const random = createRandom((seed * 1_000_003 + branch * 7_919) >>> 0);
  const { url } = testServer.server;
  const violations: string[] = [];
  const screens: Screen[] = [];
  try {
    const kitchen = await openKitchen(url, data.folder, branch, random);
    await kitchen.changeBoard(5);
    await scenario.run({
      ...{ kitchen, client, folder: data.folder, random, screens: testServer.screens, server: () => testServer.server },
      async restart(between) {
        await testServer.server.kill();
        await between();
        const environment = { PORT: url.port };
        const program = { program: build.main, folder: data.folder, preload: PRELOAD, environment };
        testServer.server = await startServer(program);
      },
      async screen(options) {
        const screen = await Screen.open(url, client, kitchen, { name: 'a screen', ...options });
        screens.push(screen);
        await screen.waitUntilUpToDate(4 * UP_TO_DATE_WITHIN_MS);
        return screen;
      },
      async waitUntilUpToDate(screensToCheck, withinMs = UP_TO_DATE_WITHIN_MS) {
        await Promise.all(screensToCheck.map((screen) => screen.waitUntilUpToDate(withinMs)));
      },
      addViolation: (problem) => void violations.push(problem),
    });
    if (!scenario.skipsFold) violations.push(...(await kitchen.check()));
  } catch (error) {
    violations.push(errorMessage(error));
  }
  for (const screen of screens) violations.push(...screen.violations);
  await Promise.all(screens.map((screen) => screen.close()));
  return violations;
}
