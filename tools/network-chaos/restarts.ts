import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveStore } from '../../components/live/live-store';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { between } from '../pos-simulator/random';
import { activeNow } from './active-clock';
import { type Scenario, type ScenarioContext, UP_TO_DATE_WITHIN_MS } from './scenario';
import { differenceOf, type Screen } from './screen';

const CHECK_INTERVAL_MS = 25;
/** Higher than the promise of docs/performance.md, which is for fewer screens. */
const MAX_MEGABYTES = 300;

export const RESTARTS: readonly Scenario[] = [
  { name: 'killed, all screens back at once', run: killAndReconnect },
  { name: 'set back to an older database', run: restoreOlderDatabase },
];

async function killAndReconnect({
  kitchen,
  client,
  screens,
  server,
  restart,
  random,
  addViolation,
  figure,
}: ScenarioContext): Promise<void> {
  const { token } = await kitchen.addScreen();
  const { href: url } = server().url;
  const stores = Array.from({ length: screens }, () =>
    client.createLiveStore({ url, branch: kitchen.branch, token, monotonicNow: () => performance.now() }),
  );
  const linkCounts = () => {
    const kinds = stores.map((store) => store.view().link.kind);
    return ['socket', 'http', 'none']
      .map((kind) => `${kind} ${kinds.filter((each) => each === kind).length}`)
      .join(', ');
  };
  const waitUntilAllUpToDate = async (withinMs: number) => {
    const from = activeNow();
    for (;;) {
      const board = await kitchen.readBoard();
      // The board may be unchanged, so a screen must also be connected.
      const disconnection = (store: LiveStore) => (store.view().link.kind === 'none' ? 'not connected' : null);
      const differences = stores
        .map((store) => disconnection(store) ?? differenceOf(store, board))
        .filter((each) => each !== null);
      if (differences.length === 0) return activeNow() - from;
      if (activeNow() - from > withinMs)
        throw new Error(
          `${differences.length} of ${screens} screens were not up to date after ${withinMs} ms: ${differences[0]}; connections: ${linkCounts()}`,
        );
      await wait(CHECK_INTERVAL_MS);
    }
  };
  try {
    await waitUntilAllUpToDate(60_000);
    let maxMegabytes = 0;
    await restart(() => wait(between(random, 500, 20_000)));
    const watching = setInterval(() => {
      maxMegabytes = Math.max(maxMegabytes, residentMegabytes(server().pid));
    }, 50);
    const reconnected = waitUntilAllUpToDate(UP_TO_DATE_WITHIN_MS);
    const elapsedMs = await reconnected.finally(() => clearInterval(watching));
    figure(`ms until ${screens} screens were up to date`, elapsedMs);
    figure(`MB resident with ${screens} screens that reconnect`, maxMegabytes);
    if (maxMegabytes > MAX_MEGABYTES) addViolation(`the server used ${Math.round(maxMegabytes)} MB`);
    await kitchen.changeBoard(3);
    figure(`ms until a change was on ${screens} screens`, await waitUntilAllUpToDate(UP_TO_DATE_WITHIN_MS));
  } finally {
    for (const store of stores) store.close();
  }
}

/** Restores an older database file: the same epoch, a lower version, and different changes after it. */
async function restoreOlderDatabase({
  kitchen,
  folder,
  restart,
  screen,
  waitUntilUpToDate,
}: ScenarioContext): Promise<void> {
  const pair: Screen[] = [await screen({ name: 'one' }), await screen({ name: 'another' })];
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
