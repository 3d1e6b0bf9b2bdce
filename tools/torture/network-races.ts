import { setTimeout as wait } from 'node:timers/promises';
import type { KitchenEvent } from '../../contract/constants';
import { eventBody } from '../../server/testing/events';
import { between } from '../pos-simulator/random';
import { activeNow } from './active-clock';
import { type Kitchen, type Scenario, type ScenarioContext, type Screen, UP_TO_DATE_WITHIN_MS } from './network-screen';

/** A change is sent at once. A head, which announces a lost change, takes up to two seconds. */
const MAX_SEND_MS = 1_000;
const ROUNDS = 6;

/** The event of a server's message; `ack` for an acknowledgement. */
const messageName = (message: string) =>
  /^42\["([a-z:]+)"/.exec(message)?.[1] ?? (/^43/.test(message) ? 'ack' : 'other');

/** Changes at critical moments, and messages that are lost, repeated or reordered. */
export const RACES: readonly Scenario[] = [
  { name: 'change during a snapshot', run: changeDuringSnapshot },
  { name: 'change while its snapshot is under way', run: changeWhileUnderWay },
  { name: 'change during a board over HTTP', run: changeDuringHttp },
  { name: 'last message lost', run: lastMessageLost },
  { name: 'gap in versions', run: gap },
  { name: 'doubled and out of order', run: outOfOrder },
  { name: 'new epoch', run: newEpoch },
  { name: 'settings changed meanwhile', run: settingsChanged },
];

/** A change right after the snapshot must be sent, not only announced by the next head. */
async function changeDuringSnapshot({ kitchen, screen, addViolation }: ScenarioContext): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [joined, { version }] = await Promise.all([screen({ name: `joining ${round}` }), kitchen.changeBoard()]);
    const after = await kitchen.changeBoard();
    const knownAt = activeNow();
    const hasChange = () => (joined.store.view().board?.version ?? 0) >= after.version;
    while (!hasChange() && activeNow() - knownAt < UP_TO_DATE_WITHIN_MS) await wait(5);
    const elapsedMs = activeNow() - knownAt;
    if (elapsedMs > MAX_SEND_MS)
      addViolation(
        `a change right after a snapshot of version ${version} arrived only after ${Math.round(elapsedMs)} ms`,
      );
    await joined.close();
  }
}

async function changeWhileUnderWay({ kitchen, screen, waitUntilUpToDate, random }: ScenarioContext): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 3; round += 1) {
    one.network.delay({ toServer: 0, toScreen: between(random, 200, 900) });
    one.network.setFault('down');
    one.network.setFault('none');
    await wait(between(random, 300, 900));
    await kitchen.changeBoard(2);
    one.network.delay({ toServer: 0, toScreen: 0 });
    await waitUntilUpToDate([one]);
  }
}

/** A board over HTTP arrives after the socket has reconnected. */
async function changeDuringHttp({ kitchen, screen, waitUntilUpToDate, random }: ScenarioContext): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 2; round += 1) {
    one.network.setFault('no-sockets');
    one.network.delay({ toServer: 0, toScreen: between(random, 500, 1_700) });
    await wait(between(random, 1_500, 5_000));
    await kitchen.changeBoard();
    one.network.setFault('none');
    await wait(between(random, 0, 1_500));
    await kitchen.changeBoard();
    one.network.delay({ toServer: 0, toScreen: 0 });
    await waitUntilUpToDate([one]);
  }
}

/** Drops the next `count` messages of an event. */
function dropMessages({ network }: Screen, count: number, name = 'board:changed'): void {
  let remaining = count;
  network.filterMessages((message) => {
    if (messageName(message) !== name || remaining === 0) return true;
    remaining -= 1;
    return false;
  });
}

async function lastMessageLost({ kitchen, screen, waitUntilUpToDate }: ScenarioContext): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 2; round += 1) {
    dropMessages(one, Number.POSITIVE_INFINITY);
    await kitchen.changeBoard();
    await waitUntilUpToDate([one]);
  }
}

async function gap({ kitchen, screen, waitUntilUpToDate, random }: ScenarioContext): Promise<void> {
  const one = await screen();
  for (let round = 1; round <= 4; round += 1) {
    dropMessages(one, between(random, 1, 3));
    await kitchen.changeBoard(4);
    await waitUntilUpToDate([one]);
  }
}

/** Messages may arrive twice, or after later ones. */
async function outOfOrder({ kitchen, screen, waitUntilUpToDate, random }: ScenarioContext): Promise<void> {
  const one = await screen();
  const delayed = new Set<string>();
  one.network.filterMessages((message) => {
    if (!message.startsWith('42') || delayed.delete(message)) return true;
    const chance = random();
    if (chance < 0.4) setTimeout(() => one.network.sendToScreen(message), between(random, 0, 400));
    return chance < 0.2 || chance >= 0.4;
  });
  for (let round = 1; round <= 5; round += 1) {
    await kitchen.changeBoard(between(random, 1, 4));
    await wait(between(random, 0, 600));
  }
  one.network.filterMessages(() => true);
  // Waits for the delayed messages, which must not change an up-to-date screen.
  await wait(450);
  await waitUntilUpToDate([one]);
}

/** A late delivery revokes the second round, so its ticket must disappear, in a new epoch. */
async function newEpoch({ kitchen, screen, waitUntilUpToDate, addViolation }: ScenarioContext): Promise<void> {
  const one = await screen();
  for (const [number, isLost] of [false, true].entries()) {
    await post(kitchen, 'kitchenCompleteCourse', 5 * 60_000, 1, number);
    await post(kitchen, 'kitchenStartCourse', 4 * 60_000, 1, number);
    await waitUntilUpToDate([one]);
    const before = one.store.view().board?.epoch;
    if (isLost) dropMessages(one, Number.POSITIVE_INFINITY, 'board:snapshot');
    await post(kitchen, 'kitchenCompleteCourse', 4.5 * 60_000, 2, number);
    await waitUntilUpToDate([one]);
    one.network.filterMessages(() => true);
    if (one.store.view().board?.epoch === before) addViolation('a ticket disappeared without a new epoch');
  }
}

function post(kitchen: Kitchen, event: KitchenEvent, agoMs: number, counter: number, number: number): Promise<void> {
  const order = `5eea25d4-4188-43b8-9a66-80865${String(kitchen.branch * 10 + number).padStart(7, '0')}`;
  const fields = { at: Date.now() - agoMs, branch: kitchen.branch, order, number: 85_000 + number, counter };
  return kitchen.post([{ path: `/webhooks/${event}`, body: eventBody(fields) }]);
}

/** A setting changes how unchanged tickets are shown. */
async function settingsChanged({ kitchen, screen, waitUntilUpToDate, random }: ScenarioContext): Promise<void> {
  const one = await screen();
  await kitchen.changeBoard(3);
  for (let round = 1; round <= 3; round += 1) {
    dropMessages(one, round - 1);
    await kitchen.set('fallbackLate', String(between(random, 2, 40)));
    if (round === 2) await kitchen.changeBoard();
    await kitchen.set('readyLate', String(between(random, 2, 40)));
    await waitUntilUpToDate([one]);
  }
}
