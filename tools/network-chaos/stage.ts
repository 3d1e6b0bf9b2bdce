import { type ChildServer, startServer } from '../harness/child-server';
import type { LiveClient } from '../harness/client-build';
import { addSubscriptionAndScreens, type DataFolder, makeDataFolder } from '../harness/data-folder';
import type { ServerBuild } from '../harness/server-build';
import { createRandom } from '../pos-simulator/random';
import { openKitchen } from './kitchen';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';
import { openScreen, type Screen } from './screen';
import { PRELOAD } from './server-clock';

/** A server that scenarios play on, each in a branch of its own. */
export type House = { data: DataFolder; server: ChildServer; build: ServerBuild; client: LiveClient; screens: number };

export type Played = {
  name: string;
  broken: string[];
  figures: Map<string, number>;
  /** Of every time that screens had to be right again, in ms. */
  rightAfter: number[];
};

export async function openHouse(build: ServerBuild, client: LiveClient, screens: number): Promise<House> {
  const data = makeDataFolder();
  const server = await startServer({ program: build.main, folder: data.folder, preload: PRELOAD });
  await addSubscriptionAndScreens(data.folder, []);
  return { data, server, build, client, screens };
}

export async function closeHouse({ data, server }: House): Promise<void> {
  try {
    await server.stop();
  } finally {
    data.remove();
  }
}

/**
 * Plays one scenario in the branch of this number, which is its alone. Never rejects: what went wrong is among what is
 * broken.
 */
export async function playOn(
  house: House,
  { name, play, isFoldLeftOut = false }: Scenario,
  branch: number,
  seed: number,
): Promise<Played> {
  const played: Played = { name, broken: [], figures: new Map(), rightAfter: [] };
  const screens: Screen[] = [];
  try {
    const { stage, kitchen } = await setStage(house, played, screens, branch, seed);
    await play(stage);
    if (!isFoldLeftOut) played.broken.push(...(await kitchen.check()));
  } catch (error) {
    played.broken.push(error instanceof Error ? error.message : String(error));
  }
  for (const screen of screens) {
    played.broken.push(...screen.monitor.broken());
    const { live, notRed } = screen.monitor.longest();
    figureOf(played)('ms old and called live', live);
    figureOf(played)('ms old and not called red', notRed);
  }
  await Promise.all(screens.map((screen) => screen.close()));
  return played;
}

async function setStage(house: House, played: Played, screens: Screen[], branch: number, seed: number) {
  const { data, client } = house;
  const random = createRandom((seed * 1_000_003 + branch * 7_919) >>> 0);
  const { url } = house.server;
  const kitchen = await openKitchen(url, data.folder, branch, random);
  await kitchen.changes(5);
  const stage: Stage = {
    ...{ kitchen, client, folder: data.folder, random, screens: house.screens, server: () => house.server },
    async restart(between) {
      await house.server.kill();
      await between();
      house.server = await startServer({
        program: house.build.main,
        folder: data.folder,
        preload: PRELOAD,
        environment: { PORT: url.port },
      });
    },
    async screen(wish = {}) {
      const { token } = await kitchen.addScreen();
      const screen = await openScreen(url, client, kitchen, { name: 'a screen', token, ...wish });
      screens.push(screen);
      await screen.isRight(4 * RIGHT_WITHIN_MS);
      return screen;
    },
    async areRight(meant, withinMs = RIGHT_WITHIN_MS) {
      const took = Math.max(...(await Promise.all(meant.map((screen) => screen.isRight(withinMs)))));
      played.rightAfter.push(took);
    },
    broke: (problem) => void played.broken.push(problem),
    figure: figureOf(played),
  };
  return { stage, kitchen };
}

function figureOf({ figures }: Played) {
  return (name: string, value: number) => void figures.set(name, Math.max(value, figures.get(name) ?? 0));
}
