import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventBody } from '../../server/testing/events';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { openScreenProxy, type ScreenProxy } from '../../tools/harness/network/screen-proxy';
import { courses, sees } from '../testing/sees';
import { AMBER_MS, freshnessOf } from './freshness';
import { createLiveStore, type LiveStore } from './live-store';

let server: RunningServer;
let proxy: ScreenProxy;
let store: LiveStore;
let screen: { id: number; token: string };

beforeEach(async () => {
  server = await startServer();
  screen = await server.command('screen add', { name: 'wall', branches: [1], view: 'kitchen' });
  proxy = await openScreenProxy(server.url);
  store = createLiveStore({ url: proxy.url, branch: 1, token: screen.token, monotonicNow: () => performance.now() });
  await sees(store, ({ board, link }) => board !== null && link.kind === 'socket');
});
afterEach(async () => {
  store.close();
  await proxy.close();
  await server.stop();
});

const start = (course: number) => server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000, course }));
const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));
const ageOf = () => store.monotonicNow() - (store.view().newsAt ?? 0);
const level = () => freshnessOf(ageOf(), store.view().link, true).level;

it('the screen polls over HTTP while sockets fail, and returns to the socket', async () => {
  proxy.setFault('no-sockets');
  await start(1);
  await sees(store, (view) => view.link.kind === 'http' && courses(view).length === 1);
  await start(2);
  const view = await sees(store, (seen) => courses(seen).length === 2);
  expect(view.link).toEqual({ kind: 'http' });
  expect(level()).toBe('live');

  proxy.setFault('none');
  await sees(store, ({ link }) => link.kind === 'socket');
  await start(3);
  const back = await sees(store, (seen) => courses(seen).length === 3);
  expect(back.link).toEqual({ kind: 'socket' });
});

it('[F10] a tap is sent over HTTP while sockets fail, and a refusal gives its reason', async () => {
  await start(1);
  proxy.setFault('no-sockets');
  const { board } = await sees(store, (view) => view.link.kind === 'http' && courses(view).length === 1);
  const [ticketId = ''] = board?.tickets.keys() ?? [];
  const tap = { noteId: randomUUID(), kind: 'hide', ticketId } as const;

  expect(await store.note(tap)).toMatchObject({ ticket: { id: ticketId, hiddenOn: [screen.id] } });
  await sees(store, (view) => view.board?.tickets.get(ticketId)?.hiddenOn.length === 1);
  expect(await store.note({ ...tap, noteId: randomUUID() })).toMatchObject({ error: { code: 'hidden' } });
  expect(await store.note({ ...tap, noteId: randomUUID(), ticketId: '1-99-1' })).toMatchObject({
    error: { code: 'unknown' },
  });
});

it('[F10] a tap is never sent while the network drops everything, nor later', async () => {
  await start(1);
  const { board } = await sees(store, (view) => courses(view).length === 1);
  const [ticketId = ''] = board?.tickets.keys() ?? [];
  proxy.setFault('silent');
  await pause(AMBER_MS);
  const tap = { noteId: randomUUID(), kind: 'hide', ticketId } as const;
  expect(await store.note(tap)).toEqual({ error: { code: 'offline' } });

  proxy.setFault('none');
  await sees(store, ({ link }) => link.kind === 'socket');
  await pause(1_000);
  expect(store.view().board?.tickets.get(ticketId)?.hiddenOn).toEqual([]);
});

it('an unchanged ticket stays the same object over HTTP too', async () => {
  await start(1);
  const [first] = (await sees(store, (seen) => courses(seen).length === 1)).board?.tickets.values() ?? [];
  proxy.setFault('no-sockets');
  await start(2);
  const { board, changed } = await sees(store, (seen) => courses(seen).length === 2);
  expect(board?.tickets.get(first?.id ?? '')).toBe(first);
  expect(changed).toHaveLength(1);
});

it('the board ages while a network silently drops everything, stays visible, and recovers by itself', async () => {
  await start(1);
  await sees(store, (seen) => courses(seen).length === 1);
  proxy.setFault('silent');
  await start(2);
  await pause(AMBER_MS + 200);
  expect(level()).toBe('amber');
  expect(courses(store.view())).toEqual([1]);
  proxy.setFault('none');
  await sees(store, (seen) => courses(seen).length === 2, 8_000);
  expect(level()).toBe('live');
  await sees(store, ({ link }) => link.kind === 'socket', 15_000);
}, 40_000);

it('the screen stays on a slow line that delivers everything three seconds late', async () => {
  await sees(store, (seen) => seen.link.kind === 'socket' && seen.board !== null);
  proxy.delay({ toServer: 0, toScreen: 3_000 });
  const links = new Set<string>();
  await pause(4_000);
  const unsubscribe = store.subscribe(() => links.add(store.view().link.kind));
  await start(1);
  await sees(store, (seen) => courses(seen).length === 1, 8_000);
  await pause(12_000);
  unsubscribe();
  expect([...links]).toEqual(['socket']);
  expect(level()).toBe('live');
}, 60_000);

it('the age depends on the time of sending, not of arrival, on a line that gets slower and slower', async () => {
  const startedAt: number[] = [];
  const wronglyLive: number[] = [];
  const looking = setInterval(() => {
    const firstMissing = startedAt[courses(store.view()).length];
    const oldFor = firstMissing === undefined ? 0 : performance.now() - firstMissing;
    if (oldFor > 8_000 && level() === 'live') wronglyLive.push(Math.round(oldFor));
  }, 100);
  for (let second = 1; second <= 20; second += 1) {
    proxy.delay({ toServer: 0, toScreen: second * 650 });
    await start(second);
    startedAt.push(performance.now());
    await pause(1_000);
  }
  clearInterval(looking);
  expect(wronglyLive).toEqual([]);
}, 60_000);

describe('another host at the address', () => {
  let other: Server;
  let answer: { status: number; body: string };
  let asked: number;
  beforeEach(async () => {
    asked = 0;
    other = createServer((_, response) => {
      asked += 1;
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => new Promise((closed) => other.close(closed)));

  it.each([
    ['a log-in page', { status: 200, body: '<html><body>Log in to the guest network</body></html>' }],
    ['an empty object', { status: 200, body: '{}' }],
    ['nothing', { status: 200, body: 'null' }],
    ['a board without its time', { status: 200, body: '{"epoch":"e","version":1,"tickets":[],"tables":[]}' }],
    [
      'a board of nothings',
      {
        status: 200,
        body: '{"epoch":"e","version":1,"serverTime":"2026-06-19T18:00:00.000Z","posOffsetMs":0,"tickets":[null],"tables":[]}',
      },
    ],
    ['an error', { status: 502, body: '{"epoch":"e"}' }],
  ])('keeps the last good board: %s', async (_, garbage) => {
    answer = garbage;
    await start(1);
    const { board } = await sees(store, (seen) => courses(seen).length === 1);
    proxy.leadTo(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    await pause(3_000);
    // Sockets are tried there too; the board was requested at least once.
    expect(asked).toBeGreaterThan(0);
    expect(store.view().board).toBe(board);
    expect(ageOf()).toBeGreaterThan(2_500);
    expect(store.serverNow()).not.toBeNaN();
    other.closeAllConnections();
    proxy.leadTo(server.url);
    await start(2);
    await sees(store, (seen) => courses(seen).length === 2);
  });
});

it('a refused screen says so, hides the board, and does not retry constantly', async () => {
  await start(1);
  await sees(store, (seen) => courses(seen).length === 1);
  await server.command('screen revoke', { id: screen.id });
  await sees(store, ({ link }) => link.kind === 'refused');
  const tried = proxy.tried();
  await pause(4_000);
  expect(proxy.tried()).toBe(tried);
  expect(store.view().link).toEqual({ kind: 'refused', code: 'revoked' });
  expect(store.view().board).toBeNull();
});

it('a refused screen says so even if sockets fail and only HTTP works', async () => {
  await start(1);
  proxy.setFault('no-sockets');
  await sees(store, (view) => view.link.kind === 'http' && courses(view).length === 1);
  await server.command('screen revoke', { id: screen.id });
  await sees(store, ({ board }) => board === null, 3_000);
  expect(store.view().link).toEqual({ kind: 'refused', code: 'revoked' });
  await pause(2_500);
  expect(store.view().board).toBeNull();
});

describe('the server’s clock', () => {
  const wrongMs = () => (store.serverNow() ?? 0) - Date.now();
  /** Cuts the socket, so that the clock is measured again. */
  const reconnect = async () => {
    proxy.leadTo(server.url);
    await sees(store, ({ link }) => link.kind !== 'socket');
    await sees(store, ({ link, board }) => link.kind === 'socket' && board !== null);
    await pause(1_500);
  };

  it('is taken from the sample with the lowest round trip, however slow the others are one way', async () => {
    store.close();
    proxy.delay({ toServer: 0, toScreen: 500 });
    store = createLiveStore({ url: proxy.url, branch: 1, token: screen.token, monotonicNow: () => performance.now() });
    await sees(store, ({ board }) => board !== null);
    await pause(1_500);
    // A round trip that is slow one way only is wrong by half of it.
    expect(wrongMs()).toBeLessThan(-150);
    proxy.delay({ toServer: 0, toScreen: 0 });
    await reconnect();
    expect(Math.abs(wrongMs())).toBeLessThan(120);
    proxy.delay({ toServer: 0, toScreen: 500 });
    await reconnect();
    expect(Math.abs(wrongMs())).toBeLessThan(120);
  });

  it('follows a change forwards or back, even if earlier answers were faster', async () => {
    const hour = 3_600_000;
    await pause(500);
    expect(Math.abs(wrongMs())).toBeLessThan(60);
    proxy.delay({ toServer: 30, toScreen: 30 });
    server.setNow(Date.now() + hour);
    await pause(4_500);
    expect(wrongMs()).toBeGreaterThan(hour - 10_000);
    server.setNow(null);
    await pause(4_500);
    expect(Math.abs(wrongMs())).toBeLessThan(200);
  });
});
