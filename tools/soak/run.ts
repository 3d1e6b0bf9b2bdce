import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorMessage } from '../../lib/error-message';
import { HOUR_MS, MINUTE_MS } from '../../lib/time';
import {
  addScreen,
  addSubscriptionAndScreens,
  builtServer,
  type ChildServer,
  makeDataFolder,
  startServer,
} from '../harness/child-server';
import { sendAll } from '../harness/post-requests';
import { residentMegabytes } from '../harness/process-figures';
import { untilFine } from '../harness/wait';
import { generateService } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/post-delivery';
import { createRandom } from '../pos-simulator/random';
import { connectScreens, openWalls, type ScreenAccess, type Screens, type Walls } from './screens';

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
type FastClock = { now: () => number; speed: number };

type Restaurant = {
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

/** By the server's clock. */
const SAMPLE_INTERVAL_MS = 10 * 60_000;
/** Limits in real time, because sampling itself takes time. */
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

/** Memory of the server and the walls at an instant, in MB (2^20 bytes). */
export type Sample = {
  /** Hours since the start, by the server's clock. */
  hour: number;
  residentMb: number;
  /** Heap after the last full collection; null before the first. */
  heapMb: number | null;
  /** Heap of each wall after a collection. */
  walls: number[];
};

const MB = 1024 * 1024;
const RESPONSE_TIMEOUT_MS = 20_000;

type SoakOptions = {
  seed: number;
  /** By the server's clock. */
  hours: number;
  /** Speed as a multiple of real time. */
  speed: number;
  /** Whether to open a wall of each branch in a browser. `leaking` walls leak on purpose. */
  walls: 'none' | 'real' | 'leaking';
  /** The bundle to run; by default that of `npm start`. */
  program?: string;
  onSample?: (sample: Sample) => void;
};

type SoakResult = {
  samples: Sample[];
  posted: number;
  /** Number of accepted actions. */
  actions: number;
  violations: string[];
};

const CONNECTIONS = 8;
/** By the server's clock. */
const ACTION_INTERVAL_MS = 2 * MINUTE_MS;
const RECONNECT_INTERVAL_MS = 5 * MINUTE_MS;
/** In real time. */
const AGREEMENT_TIMEOUT_MS = 60_000;

/** Posts hours of two branches to a server with a fast clock, and samples the server and its walls. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const result: SoakResult = { samples: [], posted: 0, actions: 0, violations: [] };
  const data = makeDataFolder();
  const { speed, program, walls } = options;
  const closing: (() => Promise<unknown>)[] = [async () => data.remove()];
  try {
    const restaurant = await openRestaurant(data.folder, {
      ...{ speed, pages: walls !== 'none' },
      ...(program ? { program } : {}),
    });
    const { server } = restaurant;
    closing.push(server.stop);
    const screens = await connectScreens(server.url, restaurant.screens, createRandom(options.seed));
    closing.push(async () => screens.close());
    const opened = walls === 'none' ? undefined : await openWalls(server.url, restaurant.walls, walls === 'leaking');
    if (opened) closing.push(opened.close);
    await runHours(restaurant, screens, opened, options, result);
    if (!server.isAlive()) result.violations.push(`the server ended: ${server.output()}`);
  } catch (error) {
    result.violations.push(errorMessage(error));
  }
  for (const close of closing.toReversed()) await close().catch((error) => result.violations.push(errorMessage(error)));
  return result;
}

async function runHours(
  restaurant: Restaurant,
  screens: Screens,
  walls: Walls | undefined,
  { seed, hours, speed, onSample }: SoakOptions,
  result: SoakResult,
): Promise<void> {
  const { server, clock } = restaurant;
  const postings = postingsOf({ seed, hours, from: clock.now(), speed });
  const sampling = startSampling(server, walls, clock, (sample) => {
    result.samples.push(sample);
    onSample?.(sample);
  });
  const timers = [
    setInterval(screens.act, ACTION_INTERVAL_MS / speed),
    setInterval(screens.reconnectNext, RECONNECT_INTERVAL_MS / speed),
  ];
  const elapsedMs = await sendAll(server.url, postings, CONNECTIONS, ({ path }, reply) => {
    result.posted += 1;
    const outcome = 'status' in reply ? reply.status : reply.failed;
    if (outcome !== 200) result.violations.push(`${path} received ${outcome}`);
  });
  await wait(Math.max(0, (hours * HOUR_MS) / speed - elapsedMs));
  for (const timer of timers) clearInterval(timer);
  await sampling.stop();
  result.actions = screens.acceptedActions();
  result.violations.push(...(await waitForAgreement(screens)), ...((await walls?.problems()) ?? []));
}

/** Waits until all screens of a branch have the same version. */
async function waitForAgreement(screens: Screens): Promise<string[]> {
  const check = () => {
    const [branch] = screens.differingBranches();
    return branch === undefined ? null : `the screens of branch ${branch} do not have the same version`;
  };
  return untilFine(check, AGREEMENT_TIMEOUT_MS).then(
    () => [],
    (error) => [errorMessage(error)],
  );
}

/** Samples server and walls every ten simulated minutes, until the returned `stop` is called. */
function startSampling(
  server: ChildServer,
  walls: Walls | undefined,
  clock: FastClock,
  onSample: (sample: Sample) => void,
): { stop: () => Promise<void> } {
  const from = clock.now();
  const stopping = new AbortController();
  const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, SAMPLE_INTERVAL_MS / clock.speed));
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      const figures = await sampleServer(server, from);
      onSample({ ...figures, walls: (await walls?.heaps()) ?? [] });
      await wait(pause, null, { signal: stopping.signal }).catch(() => null);
    }
  })();
  // `stop` rejects with the error; until then it must not count as unhandled.
  sampling.catch(() => null);
  return {
    async stop() {
      stopping.abort();
      await sampling;
    },
  };
}

/** Measures a server's resident memory, and asks it for its heap over IPC. @throws if it does not respond */
async function sampleServer({ child, pid }: ChildServer, from: number): Promise<Omit<Sample, 'walls'>> {
  const response = once(child, 'message', { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  child.send('sample');
  const [{ serverNow, heapBytes }] = (await response) as [{ serverNow: number; heapBytes: number | null }];
  return {
    hour: (serverNow - from) / HOUR_MS,
    residentMb: residentMegabytes(pid),
    heapMb: heapBytes === null ? null : heapBytes / MB,
  };
}

/**
 * Starts the server of `npm start`, or another bundle, with a clock that runs `speed` times as fast, and adds a
 * subscription and screens of two branches. @throws if it does not start
 */
async function openRestaurant(
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
export function postingsOf({ seed, hours, from, speed }: Day): Required<Posting>[] {
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
      .map(({ atMs, path, body }) => ({ dueMs: atMs / speed, path, body }));
  }).toSorted((a, b) => a.dueMs - b.dueMs);
}
