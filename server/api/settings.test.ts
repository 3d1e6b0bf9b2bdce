import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SettingsOfPlace } from '../../contract/branches';
import type { Board } from '../../contract/live';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { sendInOneTurn } from '../testing/in-turn';
import { signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

const MINUTE = 60_000;

let server: RunningServer;
let owner: string;
let manager: string;
beforeEach(async () => {
  server = await startServer();
  await server.command('branch set', { number: 1 });
  await server.command('branch set', { number: 2 });
  owner = await signedIn(server, { name: 'Olga', role: 'owner' });
  manager = await signedIn(server, { name: 'Bert', branches: [1] });
});
afterEach(() => server.stop());

const ask = (cookie: string, query = '') =>
  fetch(`${server.url}/api/v1/settings${query}`, { headers: { Cookie: cookie } });
const post = (cookie: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const set = (cookie: string, body: unknown) => post(cookie, 'settings', body);

async function settingAt(query: string, key: string) {
  const { settings } = (await (await ask(owner, query)).json()) as SettingsOfPlace;
  return settings.find((setting) => setting.key === key);
}

it('sets a value and removes it with null; each change names its author', async () => {
  expect(await (await set(manager, { key: 'latePercent', value: 90, branch: 1 })).json()).toEqual({
    setting: { key: 'latePercent', value: 90, branch: 1, course: null },
    change: 1,
    own: 90,
    before: null,
  });
  expect(await settingAt('?branch=1&course=3', 'latePercent')).toMatchObject({ value: 90, from: 'branch' });
  expect(await (await set(owner, { key: 'latePercent', value: null, branch: 1 })).json()).toEqual({
    setting: { key: 'latePercent', value: 100, branch: 1, course: null },
    change: 2,
    own: null,
    before: 90,
  });
  const { changes } = (await (await ask(manager, '?branch=1')).json()) as SettingsOfPlace;
  expect(changes.map(({ by, value, isNewest }) => [by, value, isNewest])).toEqual([
    ['Olga', null, true],
    ['Bert', 90, false],
  ]);
});

it('the owner sets values for all branches, managers for their own branches, and screens none', async () => {
  expect((await set(manager, { key: 'latePercent', value: 90 })).status).toBe(403);
  expect((await set(manager, { key: 'latePercent', value: 90, branch: 2 })).status).toBe(403);
  expect((await set(manager, { key: 'latePercent', value: 90, branch: 1, course: 3 })).status).toBe(200);
  expect((await set(owner, { key: 'latePercent', value: 90 })).status).toBe(200);
  expect((await ask(manager, '?branch=2')).status).toBe(403);
  expect((await ask('', '?branch=1')).status).toBe(401);
  const token = await addProgram(server, [1]);
  const asProgram = { headers: { Authorization: `Bearer ${token}` } };
  expect((await fetch(`${server.url}/api/v1/settings?branch=1`, asProgram)).status).toBe(403);
  const posted = await post('', 'settings', { key: 'latePercent', value: 1, branch: 1 }, asProgram.headers);
  expect(posted.status).toBe(403);
  expect(await settingAt('?branch=2', 'latePercent')).toMatchObject({ value: 90 });
  const elsewhere = { Origin: 'http://elsewhere.example' };
  expect((await post(owner, 'settings', { key: 'latePercent', value: 1 }, elsewhere)).status).toBe(403);
});

it('who is demoted while a value for all branches waits for its turn does not set it', async () => {
  const otto = await signedIn(server, { name: 'Otto', role: 'owner' });
  const id = server.core.people().managers.find(({ name }) => name === 'Otto')?.id;
  const demoted = () => post(owner, `managers/${id}`, { role: 'manager', branches: null });
  const sets = () => set(otto, { key: 'latePercent', value: 90 });
  expect((await sendInOneTurn(server, [demoted, sets])).map(({ status }) => status)).toEqual([200, 403]);
  expect(server.core.settings.value('latePercent', null)).toBe(100);
});

it.each([
  ['branches/1', { name: 'x\ud800' }, 'name'],
  ['branches/1', { name: 'x\0' }, 'name'],
  ['settings', { key: 'services', value: 'lunch\ud800 11:00' }, 'value'],
  ['settings', { key: 'services', value: 'lunch\0 11:00' }, 'value'],
  ['managers', { name: '\ud800', role: 'manager', branches: null }, 'name'],
  ['guests/find', { name: 'x\udc00' }, 'name'],
])('%s refuses %j, which cannot be stored as text', async (path, body, parameter) => {
  const answer = await post(owner, path, body);
  expect([answer.status, (await answer.json()).errors]).toEqual([
    400,
    [{ parameter, message: 'must not contain a NUL, or half of a character' }],
  ]);
});

it('explains an invalid value, and changes nothing', async () => {
  const refused = async (body: object) => {
    const answer = await set(owner, body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    return ((await answer.json()) as { detail: string }).detail;
  };
  expect(await refused({ key: 'latePercent', value: 0 })).toBe('latePercent must be a number from 1 to 1000.');
  expect(await refused({ key: 'latePercent', value: 'much' })).toContain('must be a number');
  expect(await refused({ key: 'latest', value: 1 })).toContain('must be one of');
  expect(await refused({ key: 'turnOver', value: 9, branch: 1, course: 3 })).toContain('cannot differ between courses');
  expect(await refused({ key: 'headerPrefix', value: 'a', branch: 1 })).toContain('all branches');
  expect(await refused({ key: 'latePercent', value: 90, course: 3 })).toContain('branch must be given with course');
  expect(await refused({ key: 'latePercent', value: 90, course: 1.5 })).toContain('course');
  expect(await refused({ key: 'latePercent' })).toContain('value');
  expect((await ask(owner, '?course=3')).status).toBe(400);
  const { changes } = (await (await ask(owner)).json()) as SettingsOfPlace;
  expect(changes).toEqual([]);
});

it('a change based on an older value is refused with the name of its author', async () => {
  const first = (await (await set(owner, { key: 'readyLate', value: 6, branch: 1, after: null })).json()) as {
    change: number;
  };
  expect((await set(manager, { key: 'readyLate', value: 7, branch: 1, after: first.change })).status).toBe(200);
  const late = await set(owner, { key: 'readyLate', value: 4, branch: 1, after: first.change });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ code: 'changed', detail: 'readyLate was changed meanwhile by Bert.' });
  expect(await settingAt('?branch=1', 'readyLate')).toMatchObject({ value: 7 });
});

it('a limit that was set applies to the board and to history', async () => {
  const now = Date.now();
  server.setNow(now);
  const token = await addProgram(server);
  await server.post('kitchenStartCourse', eventBody({ at: now - 5 * MINUTE }));
  const late = async () => {
    const { courses } = (await (await server.get('/api/v1/history/courses?late=true', token)).json()) as Board & {
      courses: unknown[];
    };
    return courses.length;
  };
  expect(await late()).toBe(0);
  await set(manager, { key: 'fallbackLate', value: 4, branch: 1 });
  const board = (await (await server.get('/api/v1/board', token)).json()) as Board;
  expect(board.tickets[0]?.lateAt).toBe(new Date(now - MINUTE).toISOString());
  expect(await late()).toBe(1);
});

it('an owner sets name and time zone of a branch; others cannot', async () => {
  const wish = { name: 'Canal', timeZone: 'Europe/Lisbon', cutOff: '05:00' };
  expect((await post(manager, 'branches/1', wish)).status).toBe(403);
  expect(await (await post(owner, 'branches/1', wish)).json()).toMatchObject({ number: 1, ...wish });
  const { branch } = (await (await ask(manager, '?branch=1')).json()) as SettingsOfPlace;
  expect(branch).toMatchObject(wish);
  const refused = async (body: object) => {
    const answer = await post(owner, 'branches/1', body);
    expect(answer.status).toBe(400);
    const { detail, code } = (await answer.json()) as { detail: string; code?: string };
    return `${detail} ${code}`;
  };
  expect(await refused({ timeZone: 'Mars/Base' })).toMatch(/Mars\/Base is not a time zone.* time-zone$/);
  expect(await refused({ cutOff: '4' })).toMatch(/not a time of day.* cut-off$/);
  expect(await refused({ colour: 'red' })).toContain('colour');
  expect((await post(owner, 'branches/9', wish)).status).toBe(404);
  expect((await post(manager, 'branches/9', { ...wish, create: true })).status).toBe(403);
  expect(await (await post(owner, 'branches/9', { ...wish, create: true })).json()).toMatchObject({
    number: 9,
    ...wish,
  });
});
