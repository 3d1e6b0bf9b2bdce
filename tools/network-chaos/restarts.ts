import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveStore } from '../../components/live/live-store';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { between } from '../pos-simulator/random';
import { restedNow } from './rested-clock';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';
import { differenceOf, type Screen } from './screen';

const LOOK_EVERY_MS = 25;
/** Memory limit of a server with this many screens; docs/performance.md has the promise for fewer, with pages. */
const MOST_MEGABYTES = 300;

export const RESTARTS: readonly Scenario[] = [
  { name: 'killed, all screens back at once', play: killed },
  { name: 'set back to an older database', play: setBack },
];

async function killed({ kitchen, client, screens, server, restart, random, broke, figure }: Stage): Promise<void> {
  const { token } = await kitchen.addScreen();
  const { href: url } = server().url;
  const stores = Array.from({ length: screens }, () =>
    client.createLiveStore({ url, branch: kitchen.branch, token, monotonicNow: () => performance.now() }),
  );
  const ways = () => {
    const kinds = stores.map((store) => store.view().link.kind);
    return ['socket', 'http', 'none']
      .map((kind) => `${kind} ${kinds.filter((each) => each === kind).length}`)
      .join(', ');
  };
  const allRight = async (withinMs: number) => {
    const from = restedNow();
    for (;;) {
      const board = await kitchen.look();
      // The board may be what it was before: a screen is back when it has received it.
      const isAway = (store: LiveStore) => (store.view().link.kind === 'none' ? 'it has no way to the server' : null);
      const wrong = stores.map((store) => isAway(store) ?? differenceOf(store, board)).filter((each) => each !== null);
      if (wrong.length === 0) return restedNow() - from;
      if (restedNow() - from > withinMs)
        throw new Error(
          `${wrong.length} of ${screens} screens were not right after ${withinMs} ms: ${wrong[0]}, by ${ways()}`,
        );
      await wait(LOOK_EVERY_MS);
    }
  };
  try {
    await allRight(60_000);
    let mostMegabytes = 0;
    await restart(() => wait(between(random, 500, 20_000)));
    const watching = setInterval(() => {
      mostMegabytes = Math.max(mostMegabytes, residentMegabytes(server().pid));
    }, 50);
    const back = allRight(RIGHT_WITHIN_MS);
    const took = await back.finally(() => clearInterval(watching));
    figure(`ms until the last of ${screens} screens was right`, took);
    figure(`MB resident with ${screens} screens back at once`, mostMegabytes);
    if (mostMegabytes > MOST_MEGABYTES) broke(`the server took ${Math.round(mostMegabytes)} MB`);
    await kitchen.changes(3);
    figure(`ms until a change was on ${screens} screens`, await allRight(RIGHT_WITHIN_MS));
  } finally {
    for (const store of stores) store.close();
  }
}

/** An operator restores yesterday's file by hand: the same epoch with a lower version and another continuation. */
async function setBack({ kitchen, folder, restart, screen, areRight }: Stage): Promise<void> {
  const pair: Screen[] = [await screen({ name: 'one' }), await screen({ name: 'another' })];
  const file = path.join(folder, 'heatlamp.db');
  const kept = `${file}.kept`;
  await restart(async () => copyDatabase(file, kept));
  await areRight(pair);
  await kitchen.changes(6);
  await areRight(pair);
  await restart(async () => copyDatabase(kept, file));
  await areRight(pair);
  await kitchen.changes(2);
  await areRight(pair);
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
