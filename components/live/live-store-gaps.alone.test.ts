import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import { eventBody } from '../../server/testing/events';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { openScreenProxy, type ScreenProxy } from '../../tools/harness/proxy';
import { courses, sees } from '../testing/sees';
import { createLiveStore, type LiveStore } from './live-store';

let server: RunningServer;
let proxy: ScreenProxy;
let store: LiveStore;
/** Course numbers of every board that the screen showed. */
let shown: string[];
/** Messages that reached the screen, by event name; an acknowledgement is `ack`. */
let arrived: string[];
const named = (message: string) => /^42\["([a-z:]+)"/.exec(message)?.[1] ?? (/^43/.test(message) ? 'ack' : 'other');

beforeEach(async () => {
  server = await startServer();
  const { token } = await server.command<{ token: string }>('screen add', {
    name: 'wall',
    branches: [1],
    view: 'kitchen',
  });
  proxy = await openScreenProxy(server.url);
  arrived = [];
  proxy.filterMessages((message) => {
    arrived.push(named(message));
    return true;
  });
  store = createLiveStore({ url: proxy.url, branch: 1, token, monotonicNow: () => performance.now() });
  shown = [];
  store.subscribe(() => {
    const now = courses(store.view()).join(' ');
    if (shown.at(-1) !== now) shown.push(now);
  });
  await sees(store, ({ board, link }) => board !== null && link.kind === 'socket');
});
afterEach(async () => {
  store.close();
  await proxy.close();
  await server.stop();
});

const post = (event: KitchenEvent, at: number, course: number, counter = 1) =>
  server.post(event, eventBody({ at, course, counter }));
const start = (course: number) => post('kitchenStartCourse', Date.now() - 60_000, course);
const headsArrived = () => arrived.filter((name) => name === 'board:head').length;

/** Drops the next `count` changes, and every head if asked. */
function loseChanges(count: number, { andHeads = false } = {}): void {
  let left = count;
  proxy.filterMessages((message) => {
    const isLost = (named(message) === 'board:changed' && left > 0) || (andHeads && named(message) === 'board:head');
    if (isLost) left -= 1;
    else arrived.push(named(message));
    return !isLost;
  });
}

it('a lost change is requested, and the later one is never shown alone', async () => {
  // The next change reveals the gap, not a head.
  loseChanges(1, { andHeads: true });
  await start(1);
  await start(2);
  await sees(store, ({ link, board }) => link.kind === 'socket' && board?.tickets.size === 2);
  // On a busy machine the screen may poll between the two, and show the first one.
  expect(shown).not.toContain('2');
  expect(shown.at(-1)).toBe('1 2');
  expect(arrived).toContain('board:changed');
});

it('the next head reveals that the last change before a quiet hour was lost', async () => {
  loseChanges(1);
  await start(1);
  const before = headsArrived();
  await sees(store, (view) => courses(view).length === 1);
  // One head may have been sent before the change.
  expect(headsArrived() - before).toBeLessThanOrEqual(2);
  expect(arrived).not.toContain('board:changed');
});

it('changes that arrive during a resync are applied after it', async () => {
  loseChanges(1);
  proxy.delay({ toServer: 60_000, toScreen: 0 });
  await start(1);
  await start(2);
  await start(3);
  // Both changes have arrived but the resync has not: held changes must not be visible.
  await vi.waitFor(() => expect(arrived.filter((name) => name === 'board:changed')).toHaveLength(2), {
    interval: 5,
    timeout: 60_000,
  });
  expect(courses(store.view())).toEqual([]);
  proxy.delay({ toServer: 0, toScreen: 0 });
  await sees(store, (view) => courses(view).length === 3);
  await start(4);
  await sees(store, (view) => courses(view).length === 4);
  expect(shown.filter((board) => !'1 2 3 4'.startsWith(board))).toEqual([]);
});

it('a new epoch replaces the whole board, and a ticket that no longer exists disappears', async () => {
  const at = Date.now() - 5 * 60_000;
  await post('kitchenCompleteCourse', at, 3);
  await post('kitchenStartCourse', at + 70_000, 3);
  const before = await sees(store, (view) => courses(view).length === 2);
  // The completion was pressed again in between: the start belongs to it, so there is only one round.
  await post('kitchenCompleteCourse', at + 20_000, 3, 2);
  const now = await sees(store, (view) => courses(view).length === 1);
  expect(now.board?.epoch).not.toBe(before.board?.epoch);
});

it('a head reveals a new epoch if its snapshot was lost', async () => {
  const at = Date.now() - 5 * 60_000;
  await post('kitchenCompleteCourse', at, 3);
  await post('kitchenStartCourse', at + 70_000, 3);
  await sees(store, (view) => courses(view).length === 2);
  proxy.filterMessages((message) => named(message) !== 'board:snapshot');
  await post('kitchenCompleteCourse', at + 20_000, 3, 2);
  await sees(store, (view) => courses(view).length === 1);
});

it('the screen reconnects after a restart and receives what happened meanwhile', async () => {
  await start(1);
  await sees(store, (view) => courses(view).length === 1);
  proxy.setFault('down');
  await sees(store, ({ link }) => link.kind === 'none');
  expect(courses(store.view())).toEqual([1]);
  server = await server.restart();
  await start(2);
  proxy.setTarget(server.url);
  proxy.setFault('none');
  await sees(store, (view) => courses(view).length === 2);
  await sees(store, ({ link }) => link.kind === 'socket');
  await start(3);
  await sees(store, (view) => courses(view).length === 3);
});

it('the screen reconnects after the server closed its socket', async () => {
  const cut = sees(store, ({ link }) => link.kind === 'none');
  const stopped = server.restart();
  await cut;
  server = await stopped;
  proxy.setTarget(server.url);
  await start(1);
  await sees(store, ({ board, link }) => board?.tickets.size === 1 && link.kind === 'socket');
});
