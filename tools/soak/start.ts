import path from 'node:path';
import { type ChildServer, launch } from '../harness/child-server';
import { command } from '../harness/control';
import { KEY, SUBSCRIPTION } from '../measure/pos-key';
import { startCommand } from '../measure/start-script';
import { BRANCHES } from './day';
import type { Admitted } from './screens';

/** The server's clock: its speed, and when it was equal to real time. */
export type FastClock = { now: () => number; speed: number };

export type Restaurant = {
  server: ChildServer;
  clock: FastClock;
  /** Fifteen screens of each branch. */
  screens: Admitted[];
  /** Tokens of one kitchen wall of each branch. */
  walls: string[];
};

const SCREENS_A_BRANCH = 15;
const VIEWS = ['kitchen', 'pass', 'ready', 'tables', 'pickup'] as const;
const PRELOAD = path.join(import.meta.dirname, 'fast-clock.mjs');

/**
 * Starts the server of `npm start`, or another bundle, on a folder, with a clock that runs `speed` times as fast, and
 * adds a subscription and screens of two branches. @throws if it does not start
 */
export async function openRestaurant(
  folder: string,
  { speed, pages, program }: { speed: number; pages: boolean; program?: string },
): Promise<Restaurant> {
  const { environment: ofStart, words } = startCommand();
  const [bundle = ''] = words.splice(-1);
  const from = Date.now();
  const environment = {
    ...ofStart,
    HEATLAMP_SPEED: String(speed),
    HEATLAMP_FROM: String(from),
    NODE_ENV: 'production',
  };
  const launched = { program: program ?? bundle, folder, preload: PRELOAD, environment, options: words, pages };
  const server = await launch(launched);
  if (server.url === null) throw new Error(`the server did not start: ${server.said}`);
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const screens: Admitted[] = [];
  const walls: string[] = [];
  for (const branch of BRANCHES) {
    for (let index = 0; index < SCREENS_A_BRANCH; index += 1) {
      const view = VIEWS[index % VIEWS.length] ?? VIEWS[0];
      screens.push({ branch, view, token: await addScreen(folder, branch, view) });
    }
    walls.push(await addScreen(folder, branch, 'kitchen'));
  }
  return { server, screens, walls, clock: { speed, now: () => from + (Date.now() - from) * speed } };
}

async function addScreen(folder: string, branch: number, view: string): Promise<string> {
  const { token } = await command<{ token: string }>(folder, 'screen add', { name: view, branches: [branch], view });
  return token;
}
