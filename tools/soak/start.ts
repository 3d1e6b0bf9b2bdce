import path from 'node:path';
import { builtServer, type ChildServer, startServer } from '../harness/child-server';
import { addScreen, addSubscriptionAndScreens } from '../harness/data-folder';
import { BRANCHES } from './day';
import type { ScreenAccess } from './screens';

/** The time by the server's clock (epoch ms), and its speed as a multiple of real time. */
export type FastClock = { now: () => number; speed: number };

export type Restaurant = {
  server: ChildServer;
  clock: FastClock;
  /** Fifteen screens of each branch. */
  screens: ScreenAccess[];
  /** Tokens of one kitchen wall of each branch. */
  walls: string[];
};

const SCREENS_PER_BRANCH = 15;
const VIEWS = ['kitchen', 'pass', 'ready', 'tables', 'pickup'] as const;
const PRELOAD = path.join(import.meta.dirname, 'fast-clock.mjs');

/**
 * Starts the server of `npm start`, or another bundle, with a clock that runs `speed` times as fast, and adds a
 * subscription and screens of two branches. @throws if it does not start
 */
export async function openRestaurant(
  folder: string,
  { speed, pages, program }: { speed: number; pages: boolean; program?: string },
): Promise<Restaurant> {
  const from = Date.now();
  const built = builtServer({
    HEATLAMP_SPEED: String(speed),
    HEATLAMP_FROM: String(from),
    NODE_ENV: 'production',
  });
  const server = await startServer({
    ...built,
    folder,
    preload: PRELOAD,
    program: program ?? built.program,
    args: pages ? [] : ['--no-pages'],
  });
  await addSubscriptionAndScreens(folder, []);
  const screens: ScreenAccess[] = [];
  const walls: string[] = [];
  for (const branch of BRANCHES) {
    for (let index = 0; index < SCREENS_PER_BRANCH; index += 1) {
      const view = VIEWS[index % VIEWS.length] ?? VIEWS[0];
      screens.push({ branch, view, token: (await addScreen(folder, view, branch)).token });
    }
    walls.push((await addScreen(folder, 'kitchen', branch)).token);
  }
  return { server, screens, walls, clock: { speed, now: () => from + (Date.now() - from) * speed } };
}
