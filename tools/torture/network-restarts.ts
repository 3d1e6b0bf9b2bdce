import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '../../lib/time';
import { untilFine } from '../harness/wait';
import { between } from '../pos-simulator/random';
import { activeNow, setServerClock } from './active-clock';
import {
  type Scenario,
  type ScenarioContext,
  type Screen,
  UP_TO_DATE_WITHIN_MS,
  untilAllRight,
} from './network-screen';

const START_WITHIN_MS = 60_000;
/** Timers show seconds. */
const MAX_CLOCK_ERROR_MS = 500;

/** What concerns the whole server. */
export const RESTARTS: readonly Scenario[] = [
  { name: 'killed, all screens back at once', run: killAndReconnect },
  { name: 'set back to an older database', run: restoreOlderDatabase },
  { name: "the server's clock is set", run: changeServerClock, skipsFold: true },
];

async function killAndReconnect(context: ScenarioContext): Promise<void> {
  const { kitchen, client, screens, server, restart, random } = context;
  const { token } = await kitchen.addScreen();
  const { href: url } = server().url;
  const monotonicNow = () => performance.now();
  const stores = Array.from({ length: screens }, () =>
    client.createLiveStore({ url, branch: kitchen.branch, token, monotonicNow }),
  );
  try {
    await untilAllRight(stores, kitchen.readBoard, START_WITHIN_MS);
    await restart(() => wait(between(random, 500, 20_000)));
    await untilAllRight(stores, kitchen.readBoard, UP_TO_DATE_WITHIN_MS);
    await kitchen.changeBoard(3);
    await untilAllRight(stores, kitchen.readBoard, UP_TO_DATE_WITHIN_MS);
  } finally {
    for (const store of stores) store.close();
  }
}

/** Restores an older database file: the same epoch, a lower version, and different changes after it. */
async function restoreOlderDatabase(context: ScenarioContext): Promise<void> {
  const { kitchen, folder, restart, screen, waitUntilUpToDate } = context;
  const pair: Screen[] = [await screen(), await screen()];
  const file = path.join(folder, 'heatlamp.db');
  const copy = `${file}.kept`;
  await restart(async () => copyDatabase(file, copy));
  await waitUntilUpToDate(pair);
  await kitchen.changeBoard(6);
  await waitUntilUpToDate(pair);
  await restart(async () => copyDatabase(copy, file));
  await waitUntilUpToDate(pair);
  await kitchen.changeBoard(2);
  await waitUntilUpToDate(pair);
}

/** Copies the database together with its write-ahead log. */
function copyDatabase(from: string, to: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(`${to}${part}`, { force: true });
  for (const part of ['', '-wal'])
    try {
      copyFileSync(`${from}${part}`, `${to}${part}`);
    } catch (error) {
      if (part === '') throw error;
    }
}

async function changeServerClock(context: ScenarioContext): Promise<void> {
  const one = await context.screen({ skipsClosed: true });
  for (const aheadMs of [HOUR_MS, -HOUR_MS, between(context.random, -60_000, 60_000), 0]) {
    await setServerClock(context.server(), aheadMs);
    // The next head announces the change, and one or two requests correct the clock.
    await wait(2_100);
    await waitUntilClockIsRight(one, () => Date.now() + aheadMs);
    await context.kitchen.changeBoard();
    await context.waitUntilUpToDate([one]);
  }
}

/** Waits until the screen knows the server's time and is live. @throws if that takes too long */
async function waitUntilClockIsRight(screen: Screen, serverNow: () => number): Promise<void> {
  const errorMs = () => Math.abs((screen.store.serverNow() ?? 0) - serverNow());
  const check = () =>
    errorMs() > MAX_CLOCK_ERROR_MS || screen.level() !== 'live'
      ? `a screen's clock is ${Math.round(errorMs())} ms off and it is ${screen.level()}`
      : null;
  await untilFine(check, UP_TO_DATE_WITHIN_MS, { now: activeNow });
}
