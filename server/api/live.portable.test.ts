import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Live } from '../../contract/live-branches';
import { addProgram } from '../testing/deliveries';
import { type EventFields, eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

const MINUTE = 60_000;
const NOW = Date.parse('2026-06-19T17:00:00Z');

let server: RunningServer;
let cookie: string;
beforeEach(async () => {
  server = await startServer(undefined, {}, NOW);
  cookie = await signedIn(server, { role: 'owner' });
});
afterEach(() => server.stop());

const ask = (query = '', headers: Record<string, string> = { Cookie: cookie }) =>
  fetch(`${server.url}/api/v1/live${query}`, { headers });
const live = async (query = ''): Promise<Live> => (await ask(query)).json();

const order = (number: number) => ({ order: `00000000-0000-4000-8000-0000000000${number}`, number });

/** A course of its own order that took this many minutes and became ready this many minutes ago. */
async function cooked(number: number, took: number, ago: number, more: Partial<EventFields> = {}) {
  const fields = { ...order(number), expected: 600, ...more };
  await server.post('kitchenStartCourse', eventBody({ ...fields, at: NOW - (ago + took) * MINUTE }));
  await server.post('kitchenCompleteCourse', eventBody({ ...fields, at: NOW - ago * MINUTE, counter: 2 }));
}

it('shows how far behind the kitchen is, what is in flight and what is open longest', async () => {
  await server.command('setting set', { key: 'posTimeUnit', value: 'seconds' });
  for (const number of [11, 12, 13, 14, 15]) await cooked(number, 13, 5, { table: { number, subNumber: 1 } });
  await cooked(16, 30, 20);
  await server.post('kitchenStartCourse', eventBody({ ...order(17), at: NOW - 55 * MINUTE, course: 2 }));
  const { serverTime, branches } = await live();
  expect(serverTime).toBe('2026-06-19T17:00:00.000Z');
  expect(branches).toHaveLength(1);
  const [branch] = branches;
  expect(branch?.pace.counted).toHaveLength(5);
  expect(branch?.pace).toMatchObject({ preparationSeconds: 780, against: { count: 5, behindSeconds: 180 } });
  expect(branch?.pace.late).toEqual(branch?.pace.counted);
  expect(branch?.cooking).toMatchObject({ guests: 4, late: branch?.cooking.tickets });
  expect(branch?.onPass.tickets).toHaveLength(5);
  expect(branch?.oldest).toMatchObject({ state: 'cooking', since: '2026-06-19T16:05:00.000Z', course: { number: 2 } });
  expect(branch).toMatchObject({ unit: 'seconds', posOffsetMs: 0, lastDeliveryAt: '2026-06-19T17:00:00.000Z' });
});

it('[F20g] says since when the business day runs, for which it is asked how often served was pressed', async () => {
  await cooked(11, 13, 5);
  await server.post('kitchenServeCourse', eventBody({ ...order(11), at: NOW, counter: 3 }));
  await cooked(12, 13, 16 * 60);
  await server.command('branch set', { number: 1, timeZone: 'Europe/Amsterdam', cutOff: '04:00' });
  const from = (await live()).branches[0]?.dayBeganAt;
  expect(from).toBe('2026-06-19T02:00:00.000Z');
  const serves = await fetch(`${server.url}/api/v1/history/serves?from=${from}`, { headers: { Cookie: cookie } });
  expect(await serves.json()).toEqual({ n: 1, pressed: 1, workplaces: [{ workplace: 3, n: 1, pressed: 1 }] });
});

it('applies a changed limit at once', async () => {
  await cooked(11, 13, 5);
  const late = async () => (await live()).branches[0]?.pace.late.length;
  expect(await late()).toBe(0);
  await server.command('setting set', { key: 'fallbackLate', value: '12' });
  expect(await late()).toBe(1);
});

it('lists the screens that show the branch, and when the others were last seen', async () => {
  const add = (name: string, branches: number[]) =>
    server.command<{ id: number; token: string }>('screen add', { name, branches, view: 'kitchen' });
  const wall = await add('Wall', [1, 2]);
  await add('Attic', [1]);
  const gone = await add('Gone', [1]);
  await server.command('screen revoke', { id: gone.id });
  const socket = io(server.url, { transports: ['websocket'], auth: { token: wall.token, branch: 1 }, forceNew: true });
  await new Promise<void>((shown) => socket.once('board:snapshot', () => shown()));
  const screens = async (branch: number) =>
    (await live(`?branch=${branch}`)).branches[0]?.screens.map(({ name, isConnected }) => [name, isConnected]);
  expect(await screens(1)).toEqual([
    ['Attic', false],
    ['Wall', true],
  ]);
  // It shows the other branch.
  expect(await screens(2)).toEqual([['Wall', false]]);
  const left = new Promise<void>((gone) => socket.once('disconnect', () => gone()));
  socket.disconnect();
  await left;
  await expect
    .poll(() => screens(1))
    .toEqual([
      ['Attic', false],
      ['Wall', false],
    ]);
});

it('shows managers only their own branches', async () => {
  await server.command('branch set', { number: 1, name: 'Canal' });
  await server.command('branch set', { number: 2, name: 'Harbour' });
  const names = ({ branches }: Live) => branches.map(({ branch }) => branch.name);
  expect(names(await live())).toEqual(['Canal', 'Harbour']);
  cookie = await signedIn(server, { name: 'bert', branches: [2] });
  expect(names(await live())).toEqual(['Harbour']);
  expect((await ask('?branch=1')).status).toBe(403);
  expect((await ask('', {})).status).toBe(401);
  const token = await addProgram(server, [1]);
  expect(names(await (await ask('', { Authorization: `Bearer ${token}` })).json())).toEqual(['Canal']);
  const wall = await server.command<{ token: string }>('screen add', { name: 'W', branches: [1], view: 'kitchen' });
  expect((await ask('', { Authorization: `Bearer ${wall.token}` })).status).toBe(403);
});

it('answers before the first delivery', async () => {
  expect(await live()).toEqual({ serverTime: '2026-06-19T17:00:00.000Z', total: 0, branches: [] });
});
