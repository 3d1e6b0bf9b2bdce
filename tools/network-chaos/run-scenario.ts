import { errorMessage } from '../../lib/error-message';
import { type ChildServer, startServer } from '../harness/child-server';
import type { LiveClient } from '../harness/client-build';
import { addSubscriptionAndScreens, type DataFolder, makeDataFolder } from '../harness/data-folder';
import type { ServerBuild } from '../harness/server-build';
import { createRandom } from '../pos-simulator/random';
import { openKitchen } from './kitchen';
import { type Scenario, type ScenarioContext, UP_TO_DATE_WITHIN_MS } from './scenario';
import { openScreen, type Screen } from './screen';
import { PRELOAD } from './server-clock';

/** The server of a round. Each scenario has its own branch. */
export type TestServer = {
  data: DataFolder;
  server: ChildServer;
  build: ServerBuild;
  client: LiveClient;
  screens: number;
};

export type ScenarioResult = {
  name: string;
  violations: string[];
  figures: Map<string, number>;
  /** How long each wait for up-to-date screens took, in ms. */
  upToDateAfter: number[];
};

export async function startTestServer(build: ServerBuild, client: LiveClient, screens: number): Promise<TestServer> {
  const data = makeDataFolder();
  const server = await startServer({ program: build.main, folder: data.folder, preload: PRELOAD });
  await addSubscriptionAndScreens(data.folder, []);
  return { data, server, build, client, screens };
}

export async function stopTestServer({ data, server }: TestServer): Promise<void> {
  try {
    await server.stop();
  } finally {
    data.remove();
  }
}

/**
 * Runs a scenario in its own branch. Does not reject: an error becomes a violation.
 */
export async function runScenario(
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
