import { setTimeout as wait } from 'node:timers/promises';
import { eventBody, type KitchenEvent } from '../../server/testing/events';
import { between } from '../pos-simulator/random';
import type { Kitchen } from './kitchen';
import { restedNow } from './rested-clock';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';
import type { Screen } from './screen';

/** A change is sent at once; the next head, which reveals a lost one, takes up to two seconds. */
const SENT_WITHIN_MS = 1_000;
const ROUNDS = 6;

/** The name of a message of the server; an acknowledgement is `ack`. */
const named = (message: string) => /^42\["([a-z:]+)"/.exec(message)?.[1] ?? (/^43/.test(message) ? 'ack' : 'other');

/** Events at unlucky moments, and messages that are lost, repeated or reordered. */
export const RACES: readonly Scenario[] = [
  { name: 'change during a snapshot', play: changeDuringSnapshot },
  { name: 'change while its snapshot is under way', play: changeWhileUnderWay },
  { name: 'change during a board over HTTP', play: changeDuringHttp },
  { name: 'last message lost', play: lastMessageLost },
  { name: 'gap in versions', play: gap },
  { name: 'doubled and out of order', play: outOfOrder },
  { name: 'new epoch', play: newEpoch },
  { name: 'settings changed meanwhile', play: settingsChanged },
];

/** A change right after the snapshot must be sent, not revealed by the next head. */
async function changeDuringSnapshot({ kitchen, screen, broke, figure }: Stage): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const joining = screen({ name: `joining ${round}` });
    const { version } = await kitchen.changes();
    const joined = await joining;
    const after = await kitchen.changes();
    const knownAt = restedNow();
    const isThere = () => (joined.store.view().board?.version ?? 0) >= after.version;
    while (!isThere() && restedNow() - knownAt < RIGHT_WITHIN_MS) await wait(5);
    const took = restedNow() - knownAt;
    figure('ms until a change after the snapshot', took);
    if (took > SENT_WITHIN_MS)
      broke(`a change right after a snapshot of version ${version} was there after ${Math.round(took)} ms only`);
    await joined.close();
  }
}

async function changeWhileUnderWay({ kitchen, screen, areRight, random }: Stage): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 3; round += 1) {
    one.network.delay({ toServer: 0, toScreen: between(random, 200, 900) });
    one.network.setFault('down');
    one.network.setFault('none');
    await wait(between(random, 300, 900));
    await kitchen.changes(2);
    one.network.delay({ toServer: 0, toScreen: 0 });
    await areRight([one]);
  }
}

/** A board over HTTP arrives late, after the socket is back. */
async function changeDuringHttp({ kitchen, screen, areRight, random }: Stage): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 2; round += 1) {
    one.network.setFault('no-sockets');
    one.network.delay({ toServer: 0, toScreen: between(random, 500, 1_700) });
    await wait(between(random, 1_500, 5_000));
    await kitchen.changes();
    one.network.setFault('none');
    await wait(between(random, 0, 1_500));
    await kitchen.changes();
    one.network.delay({ toServer: 0, toScreen: 0 });
    await areRight([one]);
  }
}

/** Loses this many messages of a name, then lets the others pass. */
function lose({ network }: Screen, count: number, name = 'board:changed'): void {
  let left = count;
  network.filterMessages((message) => {
    if (named(message) !== name || left === 0) return true;
    left -= 1;
    return false;
  });
}

async function lastMessageLost({ kitchen, screen, areRight }: Stage): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 2; round += 1) {
    lose(one, Number.POSITIVE_INFINITY);
    await kitchen.changes();
    await areRight([one]);
  }
}

async function gap({ kitchen, screen, areRight, random }: Stage): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 4; round += 1) {
    lose(one, between(random, 1, 3));
    await kitchen.changes(4);
    await areRight([one]);
  }
}

/** Messages may arrive twice, or after later ones. */
async function outOfOrder({ kitchen, screen, areRight, random }: Stage): Promise<void> {
  const one = await screen();
  const delayed = new Set<string>();
  one.network.filterMessages((message) => {
    if (!message.startsWith('42') || delayed.delete(message)) return true;
    const chance = random();
    if (chance < 0.4) setTimeout(() => one.network.sendToScreen(message), between(random, 0, 400));
    return chance < 0.2 || chance >= 0.4;
  });
  for (let round = 1; round <= 5; round += 1) {
    await kitchen.changes(between(random, 1, 4));
    await wait(between(random, 0, 600));
  }
  one.network.filterMessages(() => true);
  // Delayed messages arrive after this, when the screen is already right.
  await wait(450);
  await areRight([one]);
}

/** A late delivery shows that the second round was none, so its ticket must disappear. */
async function newEpoch({ kitchen, screen, areRight, broke }: Stage): Promise<void> {
  const one = await screen();
  for (const [number, isLost] of [false, true].entries()) {
    await post(kitchen, 'kitchenCompleteCourse', 5 * 60_000, 1, number);
    await post(kitchen, 'kitchenStartCourse', 4 * 60_000, 1, number);
    await areRight([one]);
    const before = one.store.view().board?.epoch;
    if (isLost) lose(one, Number.POSITIVE_INFINITY, 'board:snapshot');
    await post(kitchen, 'kitchenCompleteCourse', 4.5 * 60_000, 2, number);
    await areRight([one]);
    one.network.filterMessages(() => true);
    if (one.store.view().board?.epoch === before) broke('a ticket went, and the epoch is the same');
  }
}

function post(kitchen: Kitchen, event: KitchenEvent, agoMs: number, counter: number, number: number): Promise<void> {
  const order = `5eea25d4-4188-43b8-9a66-80865${String(kitchen.branch * 10 + number).padStart(7, '0')}`;
  const fields = { at: Date.now() - agoMs, branch: kitchen.branch, order, number: 85_000 + number, counter };
  return kitchen.post([{ path: `/webhooks/${event}`, body: eventBody(fields) }]);
}

/** Settings change how unchanged tickets are shown. */
async function settingsChanged({ kitchen, screen, areRight, random }: Stage): Promise<void> {
  const one = await screen();
  await kitchen.changes(3);
  for (let round = 1; round <= 3; round += 1) {
    lose(one, round - 1);
    await kitchen.set('fallbackLate', String(between(random, 2, 40)));
    if (round === 2) await kitchen.changes();
    await kitchen.set('readyLate', String(between(random, 2, 40)));
    await areRight([one]);
  }
}
