import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDatabase } from '../../server/testing/data-folder';
import { eventBody } from '../../server/testing/events';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { courses, sees } from '../testing/sees';
import { AMBER_MS } from './freshness';
import { createLiveStore, type LiveStore } from './live-store';
import { ageOf, type LiveView } from './live-view';

let server: RunningServer;
let screen: { id: number; token: string };
let stores: LiveStore[];
beforeEach(async () => {
  server = await startServer();
  screen = await server.command('screen add', { name: 'wall', branches: [1, 2], view: 'kitchen' });
  stores = [];
});
afterEach(async () => {
  for (const store of stores) store.close();
  await server.stop();
});

function openStore(options: { branch?: number | null; token?: string } = {}): LiveStore {
  const { branch = 1, token = screen.token } = options;
  const store = createLiveStore({ url: server.url, branch, token, monotonicNow: () => performance.now() });
  stores.push(store);
  return store;
}

const minuteAgo = () => Date.now() - 60_000;
const start = (course: number, branch = 1) =>
  server.post('kitchenStartCourse', eventBody({ at: minuteAgo(), course, branch }));

it('the view is empty at first, and then holds the whole board of its branch', async () => {
  await start(1);
  await start(2, 2);
  const store = openStore();
  expect(store.view()).toMatchObject({ board: null, link: { kind: 'none' }, newsAt: null });
  expect([store.serverNow(), store.branchNow()]).toEqual([null, null]);
  const view = await sees(store, ({ board, link }) => board !== null && link.kind === 'socket');
  expect(courses(view)).toEqual([1]);
  expect(view).toMatchObject({ link: { kind: 'socket' }, board: { branch: { number: 1 } }, changed: [] });
  expect(view.lastDeliveryAt).not.toBeNull();
});

it('a change is applied, its tickets are listed, and every other ticket stays the same object', async () => {
  await start(1);
  const store = openStore();
  const before = await sees(store, (view) => courses(view).length === 1);
  const changed = sees(store, (view) => courses(view).length === 2);
  await start(2);
  const after = await changed;
  expect(after.board?.version).toBe((before.board?.version ?? 0) + 1);
  const [first] = [...(before.board?.tickets.values() ?? [])];
  expect(after.board?.tickets.get(first?.id ?? '')).toBe(first);
  const brought = [...(after.board?.tickets.values() ?? [])].find((ticket) => ticket.course.number === 2);
  expect(after.changed).toEqual([brought?.id]);
});

it('a change includes its table', async () => {
  const store = openStore();
  await sees(store, ({ board }) => board !== null);
  await start(1);
  const { board } = await sees(store, (view) => courses(view).length === 1);
  expect([...(board?.tables.keys() ?? [])]).toEqual(['12/2']);
});

it('a head arrives every two seconds with the build, and counts as an update without a change', async () => {
  const store = openStore();
  const views: LiveView[] = [];
  store.subscribe(() => views.push(store.view()));
  // On a crowded machine the screen may poll between two heads, which brings another board.
  const isHead = ({ board, newsAt, serverBuild }: LiveView, index: number) =>
    board !== null &&
    board === views[index - 1]?.board &&
    (newsAt ?? 0) > (views[index - 1]?.newsAt ?? 0) &&
    serverBuild === 'none';
  await sees(store, () => views.some(isHead));
});

it('the board is old while the server cannot store what it acknowledged, and current again afterwards', async () => {
  const store = openStore();
  await sees(store, ({ board }) => board !== null);
  const age = (view: LiveView) => ageOf(view, performance.now()) ?? Number.POSITIVE_INFINITY;
  const unlock = await lockDatabase(server.dataDir);
  expect((await start(1)).status).toBe(200);
  const old = await sees(store, (view) => age(view) > AMBER_MS && view.link.kind === 'socket');
  expect(courses(old)).toEqual([]);
  await unlock();
  await sees(store, (view) => courses(view).length === 1 && age(view) < AMBER_MS);
});

it('a removed listener is not called again', async () => {
  const store = openStore();
  let calls = 0;
  const stop = store.subscribe(() => {
    calls += 1;
  });
  await sees(store, ({ board }) => board !== null);
  stop();
  const then = calls;
  await start(1);
  await sees(store, (view) => courses(view).length === 1);
  expect(calls).toBe(then);
});

it('the painted tickets are reported in the form that the server accepts', async () => {
  await start(1);
  const store = openStore();
  const { board } = await sees(store, (view) => courses(view).length === 1);
  store.painted([...(board?.tickets.keys() ?? [])]);
  await expect.poll(() => [...server.core.presence.list()].map(({ age }) => age)).toEqual([expect.anything()]);
  expect(server.warnings).toEqual([]);
});

it.each([
  { options: { token: 'guess' }, code: 'unknown' },
  { options: { branch: 3 }, code: 'branch' },
  { options: { branch: null }, code: 'branch' },
])('says why it is not let in: $code', async ({ options, code }) => {
  const { link, board } = await sees(openStore(options), (view) => view.link.kind === 'refused');
  expect(link).toEqual({ kind: 'refused', code });
  expect(board).toBeNull();
});

it('the branch’s clock follows the offset of its POS', async () => {
  const behindMs = 90_000;
  const begin = Date.now();
  for (let minute = 0; minute <= 6; minute += 1) {
    const now = begin + minute * 60_000;
    server.setNow(now);
    await server.post('kitchenStartCourse', eventBody({ at: now - behindMs, course: minute + 1 }));
  }
  const store = openStore();
  const view = await sees(store, (seen) => courses(seen).length === 7);
  expect(view.posOffsetMs).toBe(behindMs);
  const [serverNow, branchNow] = [store.serverNow() ?? 0, store.branchNow() ?? 0];
  expect(Math.abs(serverNow - (begin + 6 * 60_000))).toBeLessThan(60_000);
  expect(Math.abs(serverNow - branchNow - behindMs)).toBeLessThan(2_000);
});

it('closing the store closes its socket and stops updates', async () => {
  const store = openStore();
  await sees(store, ({ board }) => board !== null);
  expect(await (await server.get('/healthz')).json()).toEqual({ alive: true });
  store.close();
  const last = store.view();
  await start(1);
  await new Promise((later) => setTimeout(later, 2_500));
  expect(store.view()).toBe(last);
});
