import { setTimeout as wait } from 'node:timers/promises';
import { readBoard } from '../harness/check-board';
import { makeDataFolder } from '../harness/data-folder';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
import { createRandom } from '../pos-simulator/random';
import { sendDeliveries } from '../pos-simulator/send-deliveries';
import { postingsOf } from './day';
import type { Sample } from './sample';
import { attachScreens, type Screens } from './screens';
import { openRestaurant, type Restaurant } from './start';
import { openWalls, type Walls } from './walls';
import { watch } from './watch';

export type SoakOptions = {
  seed: number;
  /** By the server's clock. */
  hours: number;
  /** Speed as a multiple of real time. */
  speed: number;
  /** Whether to open a wall of each branch in a browser. `leaking` walls must be detected. */
  walls: 'none' | 'real' | 'leaking';
  /** The bundle to run; by default that of `npm start`. */
  program?: string;
  onSample?: (sample: Sample) => void;
};

export type Soaked = {
  samples: Sample[];
  posted: number;
  /** Number of accepted taps. */
  taps: number;
  /** The boards at the end: number of tickets, and when the oldest closed one was closed. */
  left: { branch: number; tickets: number; longestOverMinutes: number }[];
  broken: string[];
};

const CONNECTIONS = 8;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** By the server's clock. */
const TAP_EVERY_MS = 2 * MINUTE_MS;
const LEAVE_EVERY_MS = 5 * MINUTE_MS;
/** By our clock. */
const AGREE_WITHIN_MS = 15_000;
const ONCE_MORE_MS = 100;

const steady = { now: () => performance.now(), wait: (ms: number) => wait(ms) };

/** Plays hours of two branches to a server with a fast clock, and samples the server and its walls meanwhile. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const soaked: Soaked = { samples: [], posted: 0, taps: 0, left: [], broken: [] };
  const data = makeDataFolder();
  const { speed, program, walls } = options;
  process.once('exit', data.remove);
  const removed = async () => {
    process.removeListener('exit', data.remove);
    data.remove();
  };
  const closing: (() => Promise<unknown>)[] = [removed];
  try {
    const restaurant = await openRestaurant(data.folder, {
      ...{ speed, pages: walls !== 'none' },
      ...(program ? { program } : {}),
    });
    const { server } = restaurant;
    closing.push(server.stop);
    const screens = await attachScreens(server.url, restaurant.screens, createRandom(options.seed));
    closing.push(async () => screens.close());
    const opened = walls === 'none' ? undefined : await openWalls(server.url, restaurant.walls, walls === 'leaking');
    if (opened) closing.push(opened.close);
    await playHours(restaurant, screens, opened, options, soaked);
    if (!server.isAlive()) soaked.broken.push(`the server ended: ${server.output()}`);
  } catch (error) {
    soaked.broken.push(wordsOf(error));
  }
  for (const close of closing.toReversed()) await close().catch((error) => soaked.broken.push(wordsOf(error)));
  return soaked;
}

async function playHours(
  restaurant: Restaurant,
  screens: Screens,
  walls: Walls | undefined,
  { seed, hours, speed, onSample }: SoakOptions,
  soaked: Soaked,
): Promise<void> {
  const { server, clock } = restaurant;
  const postings = postingsOf({ seed, hours, from: clock.now(), speed });
  const watched = watch(server, walls, clock, (sample) => {
    soaked.samples.push(sample);
    onSample?.(sample);
  });
  const timers = [
    setInterval(screens.tap, TAP_EVERY_MS / speed),
    setInterval(screens.leaveAndReturn, LEAVE_EVERY_MS / speed),
  ];
  const till = { url: server.url, subscriptionId: SUBSCRIPTION, key: KEY, connections: CONNECTIONS };
  const tookMs = await sendDeliveries(postings, till, steady, ({ path }, reply) => {
    soaked.posted += 1;
    const answer = 'status' in reply ? reply.status : reply.failed;
    if (answer !== 200) soaked.broken.push(`${path} was answered ${answer}`);
  });
  await wait(Math.max(0, (hours * HOUR_MS) / speed - tookMs));
  for (const timer of timers) clearInterval(timer);
  await watched.stop();
  soaked.taps = screens.kept();
  soaked.broken.push(...(await whoDiffers(screens)), ...((await walls?.complaints()) ?? []));
  soaked.left = await whatIsLeft(restaurant);
}

/** Waits until all screens of a branch have the same version. */
async function whoDiffers(screens: Screens): Promise<string[]> {
  const deadline = performance.now() + AGREE_WITHIN_MS;
  while (screens.apart().length > 0 && performance.now() < deadline) await wait(ONCE_MORE_MS);
  return screens.apart().map((branch) => `the screens of branch ${branch} do not have the same version`);
}

async function whatIsLeft({ server, screens }: Restaurant): Promise<Soaked['left']> {
  const house = new Map(screens.filter(({ view }) => view === 'kitchen').map((screen) => [screen.branch, screen]));
  return Promise.all(
    [...house].map(async ([branch, { token }]) => {
      const { tickets, serverTime, posOffsetMs } = await readBoard(server.url, token);
      // A busy machine posts late, and the fast clock multiplies that: to the server, the POS's clock is behind.
      const now = Date.parse(serverTime) - posOffsetMs;
      const ends = tickets.flatMap(({ closedAt }) => (closedAt === null ? [] : [Date.parse(closedAt)]));
      const longestOverMinutes = (now - Math.min(now, ...ends)) / MINUTE_MS;
      return { branch, tickets: tickets.length, longestOverMinutes };
    }),
  );
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
