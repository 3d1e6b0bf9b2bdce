import path from 'node:path';
import { HOUR_MS } from '../../lib/time';
import {
  addScreen,
  addSubscriptionAndScreens,
  builtServer,
  type ChildServer,
  startServer,
} from '../harness/child-server';
import { generateService } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/plan-deliveries';
import type { ScreenAccess } from './screens';

const BRANCHES = [1, 2] as const;

/** As busy as a Friday evening, in every hour. */
const ORDERS_PER_HOUR = 30;
/**
 * Arrivals of a service rise in its first quarter and fall in its last. The requested hours are the middle half of a
 * service twice as long, so that the load is even; two thirds of its parties arrive in that half.
 */
const SERVICE_LENGTH = 2;
const ORDERS_FACTOR = 1.5;

/** `hours` and `from` (epoch ms) by the server's clock; `speed` is a multiple of real time. */
type Day = { seed: number; hours: number; from: number; speed: number };

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

/**
 * Deliveries of all branches, with faults: late, repeated and lost deliveries, odd bodies, parties that change tables.
 * Time stamps are by the server's clock; `dueMs` is real time.
 */
export function postingsOf({ seed, hours, from, speed }: Day): Posting[] {
  const beforeMs = ((SERVICE_LENGTH - 1) * hours * HOUR_MS) / 2;
  const service = {
    orders: Math.max(1, Math.round(ORDERS_PER_HOUR * ORDERS_FACTOR * hours)),
    minutes: SERVICE_LENGTH * hours * 60,
    start: new Date(from - beforeMs).toISOString(),
  };
  return BRANCHES.flatMap((branch) => {
    const { deliveries } = generateService(seed + branch, { branch, ...service });
    return deliveries
      .map(({ atMs, ...delivery }) => ({ ...delivery, atMs: atMs - beforeMs }))
      .filter(({ atMs }) => atMs >= 0 && atMs < hours * HOUR_MS)
      .map(({ atMs, path, body }): Posting => ({ dueMs: atMs / speed, path, body, kind: 'delivery' }));
  }).toSorted((a, b) => a.dueMs - b.dueMs);
}
