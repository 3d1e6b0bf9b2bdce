import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readBoard } from '../harness/check-board';
import { type Child, startChild } from '../harness/child';
import { startServer } from '../harness/child-server';
import { addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import type { Body } from '../harness/load/bodies';
import { machineNow } from '../harness/load/clock';
import type { ServerBuild } from '../harness/server-build';
import { storedDeliveries } from '../harness/servers/stored-deliveries';
import { readStoredData } from '../harness/stored-data';
import { rightAfter, type Seen } from './catch-up';
import { startPos } from './pos';
import type { Scale } from './scale';
import type { ScreensAnswer, ScreensOrder, ScreensPlan } from './screens-process';

/** Result of an outage: the server was killed and restarted. Times in ms after its return. */
export type Outage = {
  screens: number;
  /** When half of the screens, and the last of them, were right. */
  rightMs: { p50: number; most: number };
  /** Deliveries of the POS, its repeats, and when the last delivery was answered. */
  sent: number;
  repeats: number;
  answeredMs: number;
  /** Broken promises: lost or repeated deliveries, boards that differ. */
  broken: string[];
};

const BEFORE_MS = 2_000;
/** Minimum time for which the screens are watched after the return, longer than they may take. */
const WATCHED_MS = 6_000;
const LONGEST_WATCH_MS = 60_000;
const LOOK_EVERY_MS = 100;
const ALL_ANSWERED_WITHIN_MS = 60_000;
const SAME_WITHIN_MS = 20_000;
const ASKED_WITHIN_MS = 30_000;

/** Kills a server with all its screens attached, and restarts it after a while; the POS continues meanwhile. */
export async function measureOutage(
  { main: program }: ServerBuild,
  bodies: readonly Body[],
  scale: Scale,
): Promise<Outage> {
  const { folder, remove } = makeDataFolder();
  let server = await startServer({ program, folder });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['kitchen']);
  const { url } = server;
  const plan: ScreensPlan = { url: url.origin, token, branch: 1, count: scale.screens };
  const screens = await startChild(path.join(import.meta.dirname, 'screens-process.ts'), {
    SCREENS: JSON.stringify(plan),
  });
  const pos = startPos(url, bodies, scale.outageRate, machineNow);
  try {
    await wait(BEFORE_MS);
    await server.kill();
    await wait(scale.outageSeconds * 1_000);
    server = await startServer({ program, folder, environment: { PORT: url.port } });
    const returnedAt = machineNow();
    pos.sendNoMore();
    const right = (await watchReturn(url, token, screens, returnedAt)).toSorted((a, b) => a - b);
    const answeredAt = await pos.allAnswered(ALL_ANSWERED_WITHIN_MS);
    const different = await compare(url, token, screens);
    await server.stop();
    return {
      screens: scale.screens,
      // Not interpolated: a screen that was never right is infinitely late.
      rightMs: { p50: right[right.length >> 1] ?? Number.NaN, most: right.at(-1) ?? Number.NaN },
      sent: pos.sent(),
      repeats: pos.repeats(),
      answeredMs: answeredAt - returnedAt,
      broken: [...different, ...checkKept(folder, pos.sent())],
    };
  } finally {
    pos.stop();
    await screens.stop();
    await server.kill();
    remove();
  }
}

/** When each screen was right after the return. Watches until all are, and long enough to see one fall behind again. */
async function watchReturn(url: URL, token: string, screens: Child<unknown>, returnedAt: number): Promise<number[]> {
  const announced: Seen[] = [];
  const order: ScreensOrder = { as: 'seen', since: returnedAt };
  for (;;) {
    // A server that has just restarted may be busy: a missing answer is no finding.
    const board = await readBoard(url, token).catch(() => null);
    if (board) announced.push({ at: machineNow(), epoch: board.epoch, version: board.version });
    const watchedMs = machineNow() - returnedAt;
    if (watchedMs > WATCHED_MS) {
      const { seen } = (await screens.request<ScreensAnswer>(order, ASKED_WITHIN_MS)) as { seen: Seen[][] };
      // No screen can have the version that was announced just now.
      const right = seen.map((each) => rightAfter(returnedAt, announced.slice(0, -1), each));
      if (right.every(Number.isFinite) || watchedMs > LONGEST_WATCH_MS) return right;
    }
    await wait(LOOK_EVERY_MS);
  }
}

/** Repeats the comparison, because the board may change between two requests. */
async function compare(url: URL, token: string, screens: Child<unknown>): Promise<string[]> {
  for (const until = machineNow() + SAME_WITHIN_MS; ; ) {
    const board = await readBoard(url, token).catch(() => null);
    if (board === null && machineNow() > until) return ['the server did not send its board'];
    if (board === null) continue;
    const order: ScreensOrder = { as: 'compare', board };
    const answer = (await screens.request<ScreensAnswer>(order, ASKED_WITHIN_MS)) as {
      different: number;
      first: string;
    };
    if (answer.different === 0) return [];
    if (machineNow() > until) return [`${answer.different} screens are not as the server: ${answer.first}`];
    await wait(LOOK_EVERY_MS);
  }
}

/** Checks that each step is stored once, and everything sent again as a repeat. */
function checkKept(folder: string, sent: number): string[] {
  const { facts, damage } = readStoredData(folder);
  const broken = [...damage];
  if (facts.length !== sent) broken.push(`of ${sent} steps that were sent and answered, ${facts.length} are stored`);
  const stored = storedDeliveries(path.join(folder, 'heatlamp.db'));
  if (stored < sent) broken.push(`of ${sent} deliveries that were answered, ${stored} are in the journal`);
  return broken;
}
