import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventBody } from '../../server/testing/events';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { openScreenProxy } from '../../tools/harness/proxy';
import { courses, sees } from '../testing/sees';
import { AMBER_MS, freshnessOf } from './freshness';
import { createLiveStore, type LiveStore } from './live-store';

const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));
const ageOf = (store: LiveStore) => store.monotonicNow() - (store.view().newsAt ?? 0);
/** Until a condition holds, as long as a crowded machine needs. */
const until = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000, interval: 20 });
const level = (store: LiveStore) => freshnessOf(ageOf(store), store.view().link, true).level;

let shared: RunningServer;
let branches = 0;
beforeAll(async () => {
  shared = await startServer();
});
afterAll(() => shared.stop());

/** A branch, a proxy and a connected screen for each test, so that tests can wait at the same time. */
const it = test
  .extend('server', () => shared)
  .extend('branch', () => ++branches)
  .extend('proxy', async ({ server, onTestFinished }) => {
    const proxy = await openScreenProxy(server.url);
    onTestFinished(proxy.close);
    return proxy;
  })
  .extend('screen', ({ server, branch }) =>
    server.command<{ id: number; token: string }>('screen add', { name: 'wall', branches: [branch], view: 'kitchen' }),
  )
  .extend('openStore', ({ proxy, branch, screen: { token }, onTestFinished }) => () => {
    const store = createLiveStore({ url: proxy.url, branch, token, monotonicNow: () => performance.now() });
    onTestFinished(store.close);
    return store;
  })
  .extend('store', async ({ openStore }) => {
    const store = openStore();
    await sees(store, ({ board, link }) => board !== null && link.kind === 'socket');
    return store;
  })
  .extend(
    'start',
    ({ server, branch }) =>
      (course: number) =>
        server.post('kitchenStartCourse', eventBody({ branch, order: randomUUID(), at: Date.now() - 60_000, course })),
  );

/** Another host at the address, which gives `answer` to every request, and counts the requests. */
async function openHost(answer: { status: number; body: string }) {
  let requests = 0;
  const host = createServer((_, response) => {
    requests += 1;
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    requests: () => requests,
    close() {
      host.closeAllConnections();
      return new Promise<void>((closed) => host.close(() => closed()));
    },
  };
}

it.concurrent('the screen polls over HTTP while sockets fail, and returns to the socket', async ({
  proxy,
  store,
  start,
}) => {
  proxy.setFault('no-sockets');
  await start(1);
  await sees(store, (view) => view.link.kind === 'http' && courses(view).length === 1);
  await start(2);
  const view = await sees(store, (seen) => courses(seen).length === 2);
  expect(view.link).toEqual({ kind: 'http' });
  expect(level(store)).toBe('live');

  proxy.setFault('none');
  await sees(store, ({ link }) => link.kind === 'socket');
  await start(3);
  // A crowded machine may be silent for so long that the screen polls once more.
  await sees(store, (seen) => courses(seen).length === 3 && seen.link.kind === 'socket');
});

it.concurrent('[F10] an action is sent over HTTP while sockets fail, and a refusal gives its reason', async ({
  proxy,
  screen,
  store,
  start,
}) => {
  await start(1);
  proxy.setFault('no-sockets');
  const { board } = await sees(store, (view) => view.link.kind === 'http' && courses(view).length === 1);
  const [ticketId = ''] = board?.tickets.keys() ?? [];
  const action = { actionId: randomUUID(), kind: 'hide', ticketId } as const;

  expect(await store.sendAction(action)).toMatchObject({ ticket: { id: ticketId, hiddenOn: [screen.id] } });
  await sees(store, (view) => view.board?.tickets.get(ticketId)?.hiddenOn.length === 1);
  expect(await store.sendAction({ ...action, actionId: randomUUID() })).toMatchObject({ error: { code: 'hidden' } });
  const unknown = ticketId.replace(/-\d+-\d+$/, '-99-1');
  expect(await store.sendAction({ ...action, actionId: randomUUID(), ticketId: unknown })).toMatchObject({
    error: { code: 'unknown' },
  });
});

it.concurrent('[F10] an action is never sent while the network drops everything, nor later', async ({
  proxy,
  store,
  start,
}) => {
  await start(1);
  const { board } = await sees(store, (view) => courses(view).length === 1);
  const [ticketId = ''] = board?.tickets.keys() ?? [];
  proxy.setFault('silent');
  await pause(AMBER_MS);
  const action = { actionId: randomUUID(), kind: 'hide', ticketId } as const;
  expect(await store.sendAction(action)).toEqual({ error: { code: 'offline' } });

  proxy.setFault('none');
  await sees(store, ({ link }) => link.kind === 'socket');
  await start(2);
  await sees(store, (view) => courses(view).length === 2);
  expect(store.view().board?.tickets.get(ticketId)?.hiddenOn).toEqual([]);
});

it.concurrent('an unchanged ticket stays the same object over HTTP too', async ({ proxy, store, start }) => {
  await start(1);
  const [first] = (await sees(store, (seen) => courses(seen).length === 1)).board?.tickets.values() ?? [];
  proxy.setFault('no-sockets');
  // The next poll lists no changes.
  const second = sees(store, (seen) => courses(seen).length === 2);
  await start(2);
  const { board, changed } = await second;
  expect(board?.tickets.get(first?.id ?? '')).toBe(first);
  expect(changed).toHaveLength(1);
});

it.concurrent('the board ages while a network silently drops everything, stays visible, and recovers by itself', async ({
  proxy,
  store,
  start,
}) => {
  await start(1);
  await sees(store, (seen) => courses(seen).length === 1);
  proxy.setFault('silent');
  await start(2);
  await until(() => expect(level(store)).toBe('amber'));
  expect(courses(store.view())).toEqual([1]);
  proxy.setFault('none');
  await sees(store, (seen) => courses(seen).length === 2);
  expect(level(store)).toBe('live');
  await sees(store, ({ link }) => link.kind === 'socket');
});

it.concurrent('the screen stays on a slow line that delivers everything two seconds late', async ({
  proxy,
  store,
  start,
  onTestFinished,
}) => {
  const links = new Set<string>();
  // Server, line and screen are in this process.
  const beats: number[] = [];
  const beating = setInterval(() => beats.push(performance.now()), 50);
  onTestFinished(() => clearInterval(beating));
  const longestPause = () =>
    Math.max(...[...beats, performance.now()].map((at, index) => at - (beats[index - 1] ?? at)));
  let course = 0;
  do {
    proxy.delay({ toServer: 0, toScreen: 0 });
    await sees(store, (seen) => seen.link.kind === 'socket' && seen.board !== null);
    beats.length = 0;
    // In steps: a line that falls silent for five seconds is one that the screen leaves.
    for (const toScreen of [1_000, 2_000]) {
      proxy.delay({ toServer: 0, toScreen });
      await pause(2_500);
    }
    links.clear();
    const unsubscribe = store.subscribe(() => links.add(store.view().link.kind));
    course += 1;
    await start(course);
    await sees(store, (seen) => courses(seen).length === course);
    await pause(12_000);
    unsubscribe();
    // On a crowded machine the line is slower than that: then once more.
  } while (longestPause() > 700);
  expect([...links]).toEqual(['socket']);
  expect(level(store)).toBe('live');
});

it.concurrent('a screen that is opened on a line that is three seconds late shows its board', async ({
  proxy,
  openStore,
  start,
}) => {
  await start(1);
  proxy.delay({ toServer: 0, toScreen: 3_000 });
  const store = openStore();
  await sees(store, (seen) => courses(seen).length === 1);
  await start(2);
  await sees(store, (seen) => courses(seen).length === 2);
});

it.concurrent('the age depends on the time of sending, not of arrival, on a line that gets slower and slower', async ({
  proxy,
  store,
  start,
}) => {
  const startedAt: number[] = [];
  const wronglyLive: number[] = [];
  const looking = setInterval(() => {
    const firstMissing = startedAt[courses(store.view()).length];
    const oldFor = firstMissing === undefined ? 0 : performance.now() - firstMissing;
    if (oldFor > 8_000 && level(store) === 'live') wronglyLive.push(Math.round(oldFor));
  }, 100);
  for (let second = 1; second <= 20; second += 1) {
    proxy.delay({ toServer: 0, toScreen: second * 650 });
    await start(second);
    startedAt.push(performance.now());
    await pause(1_000);
  }
  clearInterval(looking);
  expect(wronglyLive).toEqual([]);
});

it.concurrent.for([
  ['a log-in page', { status: 200, body: '<html><body>Log in to the guest network</body></html>' }],
  ['an empty object', { status: 200, body: '{}' }],
  ['nothing', { status: 200, body: 'null' }],
  ['an error', { status: 502, body: '{"epoch":"e"}' }],
] as const)(
  'keeps the last good board when another host at the address gives %s',
  async ([_, answer], { server, proxy, store, start, onTestFinished }) => {
    const host = await openHost(answer);
    onTestFinished(host.close);
    await start(1);
    const { board } = await sees(store, (seen) => courses(seen).length === 1);
    proxy.setTarget(host.url);
    await pause(3_000);
    // Sockets are tried there too; the board was requested at least once.
    await until(() => expect(host.requests()).toBeGreaterThan(0));
    expect(store.view().board).toBe(board);
    expect(ageOf(store)).toBeGreaterThan(2_500);
    expect(store.serverNow()).not.toBeNaN();
    proxy.setTarget(server.url);
    await start(2);
    await sees(store, (seen) => courses(seen).length === 2);
  },
);

it.concurrent('a refused screen says so, hides the board, and does not retry constantly', async ({
  server,
  proxy,
  screen,
  store,
  start,
}) => {
  await start(1);
  await sees(store, (seen) => courses(seen).length === 1);
  await server.command('screen revoke', { id: screen.id });
  await sees(store, ({ link }) => link.kind === 'refused');
  const tried = proxy.socketAttempts();
  await pause(4_000);
  // The attempt that the refusal interrupted may still arrive.
  expect(proxy.socketAttempts()).toBeLessThanOrEqual(tried + 1);
  expect(store.view().link).toEqual({ kind: 'refused', code: 'revoked' });
  expect(store.view().board).toBeNull();
});

it.concurrent('a refused screen says so even if sockets fail and only HTTP works', async ({
  server,
  proxy,
  screen,
  store,
  start,
}) => {
  await start(1);
  proxy.setFault('no-sockets');
  await sees(store, (view) => view.link.kind === 'http' && courses(view).length === 1);
  await server.command('screen revoke', { id: screen.id });
  await sees(store, ({ board }) => board === null);
  expect(store.view().link).toEqual({ kind: 'refused', code: 'revoked' });
  await pause(2_500);
  expect(store.view().board).toBeNull();
});

// One after the other, and not beside the others.
describe('the server’s clock', () => {
  /** Less than a connection may take, and several times what a crowded machine takes between two lines. */
  const SLOW_MS = 800;
  const wrongMs = (store: LiveStore) => (store.serverNow() ?? 0) - Date.now();
  /** Cuts the socket, so that the clock is measured again. */
  const reconnect = async (store: LiveStore, cut: () => void) => {
    cut();
    await sees(store, ({ link }) => link.kind !== 'socket');
    await sees(store, ({ link, board }) => link.kind === 'socket' && board !== null);
    await pause(1_500);
  };

  it('is taken from the sample with the lowest round trip, however slow the others are one way', async ({
    server,
    proxy,
    openStore,
  }) => {
    const cut = () => proxy.setTarget(server.url);
    proxy.delay({ toServer: 0, toScreen: SLOW_MS });
    const store = openStore();
    await sees(store, ({ board }) => board !== null);
    // A round trip that is slow one way only is wrong by half of it, and so is a clock without one by all of it.
    await until(() => expect(wrongMs(store)).toBeLessThan(-SLOW_MS / 4));
    proxy.delay({ toServer: 0, toScreen: 0 });
    await reconnect(store, cut);
    await until(() => expect(Math.abs(wrongMs(store))).toBeLessThan(SLOW_MS / 4));
    proxy.delay({ toServer: 0, toScreen: SLOW_MS });
    await reconnect(store, cut);
    expect(Math.abs(wrongMs(store))).toBeLessThan(SLOW_MS / 4);
  });

  it('follows a change forwards or back, even if earlier answers were faster', async ({ server, proxy, store }) => {
    const hour = 3_600_000;
    const isRight = () => expect(Math.abs(wrongMs(store))).toBeLessThan(1_000);
    await until(isRight);
    proxy.delay({ toServer: 30, toScreen: 30 });
    server.setNow(Date.now() + hour);
    await until(() => expect(wrongMs(store)).toBeGreaterThan(hour - 60_000));
    server.setNow(null);
    await until(isRight);
  });
});
