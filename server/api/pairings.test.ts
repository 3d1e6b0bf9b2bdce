import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AuditList } from '../../contract/audit';
import type { Live } from '../../contract/live-branches';
import type { PersonList } from '../../contract/people';
import type { Fleet, PairedScreen, PairingStarted, ScreenWish } from '../../contract/screens';
import { MINUTE_MS } from '../../lib/time';
import { addPairing } from '../screens/pairings';
import { sendInOneTurn } from '../testing/in-turn';
import { cookiesOf, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

type Code = Exclude<PairingStarted, { screen: unknown }>;

const WALL: ScreenWish = { name: 'Hot kitchen', branches: [1], view: 'kitchen' };

let server: RunningServer;
let owner: Record<string, string>;
let sockets: Socket[] = [];
beforeAll(async () => {
  server = await startServer(undefined, { ALLOWED_HOSTS: 'kitchen.local' });
  owner = { Cookie: await signedIn(server, { name: 'the owner', role: 'owner' }) };
});
afterEach(() => {
  for (const socket of sockets) socket.close();
  sockets = [];
  server.setNow(null);
});
afterAll(() => server.stop());

async function asksForCode(headers: Record<string, string> = {}): Promise<Code> {
  const started = await postAuth(server, '/api/v1/pairings', {}, headers);
  expect(started.status).toBe(200);
  return (await started.json()) as Code;
}

const find = (code: string, who = owner) => fetch(`${server.url}/api/v1/pairings/${code}`, { headers: who });
const approve = (code: string, wish: object = WALL, who = owner) =>
  postAuth(server, `/api/v1/pairings/${code}`, wish, who);
const pair = (token: string) => postAuth(server, '/api/v1/pair', { token });

async function pairedToken(wish: ScreenWish = WALL): Promise<{ id: number; token: string }> {
  const { code, token } = await asksForCode();
  const approved = (await (await approve(code, wish)).json()) as { screen: { id: number } };
  return { id: approved.screen.id, token };
}

async function connects(token: string): Promise<Socket> {
  const auth = { token };
  const socket = io(server.url, { transports: ['websocket'], auth, forceNew: true, reconnectionDelay: 20 });
  sockets.push(socket);
  await new Promise((resolve) => socket.once('board:snapshot', resolve));
  return socket;
}

async function listed(id: number) {
  const fleet = (await (await fetch(`${server.url}/api/v1/screens`, { headers: owner })).json()) as Fleet;
  return fleet.screens.find((screen) => screen.id === id);
}

it('a device shows a code until a manager approves it, and is then paired for good', async () => {
  const { code, token, link } = await asksForCode({ 'User-Agent': 'A tablet', Host: 'kitchen.local:3000' });
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
  expect(link).toMatch(new RegExp(`^http://.+/manager/screens\\?code=${code}$`));
  expect(await (await pair(token)).json()).toMatchObject({ waiting: true });

  const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`;
  expect(await (await find(encodeURIComponent(typed))).json()).toMatchObject({
    device: 'A tablet',
    address: '127.0.0.1',
  });
  const approved = await approve(code);
  expect(await approved.json()).toEqual({ screen: { id: expect.any(Number), ...WALL } });

  const paired = await pair(token);
  expect(paired.status).toBe(200);
  const cookie = { Cookie: cookiesOf(paired) };
  expect((await fetch(`${server.url}/api/v1/board`, { headers: cookie })).status).toBe(200);
  // A device that is paired gets no code: its pairing page leads to its own page.
  expect(await (await postAuth(server, '/api/v1/pairings', {}, cookie)).json()).toMatchObject({ screen: WALL });
});

it('a code is stored as a hash, outlives a restart, and ends after ten minutes', async () => {
  const { code, token } = await asksForCode();
  const rows = await server.core.queue.run((sql) => sql.pairing.findMany());
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toMatch(
    new RegExp(`${code}|${token}`),
  );
  server = await server.restart();
  expect((await find(code)).status).toBe(200);
  server.setNow(Date.now() + 10 * MINUTE_MS);
  expect((await pair(token)).status).toBe(410);
  expect((await approve(code)).status).toBe(404);
});

it('a code is stored in a commit of its own, without reading the configuration again', async () => {
  let reloads = 0;
  const stop = server.core.onReload(() => void reloads++);
  const { code, token } = await asksForCode();
  stop();
  expect(reloads).toBe(0);
  expect(await (await pair(token)).json()).toMatchObject({ waiting: true });
  expect((await find(code)).status).toBe(200);
});

it('of an address only the newest twenty codes are valid', async () => {
  const { queue, pairings, now } = server.core;
  const add = (address: string) =>
    queue.run(async (sql, stages) => {
      const { code, apply } = await addPairing(sql, pairings(), { device: 'A tablet', address }, now());
      stages.onCommit(apply);
      return code;
    });
  const other = await add('10.0.0.2');
  const codes: string[] = [];
  for (let count = 0; count < 21; count += 1) codes.push(await add('10.0.0.1'));
  const stored = await queue.run((sql) => sql.pairing.count({ where: { address: '10.0.0.1' } }));
  expect(stored).toBe(20);
  expect((await find(codes[0] ?? '')).status).toBe(404);
  for (const code of [codes[1], codes[20], other]) expect((await find(code ?? '')).status).toBe(200);
});

it('of two managers who approve a code at once, one makes a screen and the other learns it', async () => {
  const { code } = await asksForCode();
  const names = ['left', 'right'];
  const answers = await Promise.all(names.map((name) => approve(code, { ...WALL, name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const fleet = (await (await fetch(`${server.url}/api/v1/screens`, { headers: owner })).json()) as Fleet;
  expect(fleet.screens.filter(({ name }) => names.includes(name))).toHaveLength(1);
  expect((await approve(code)).status).toBe(409);
});

it('a manager who typed five wrong codes waits, and others do not', async () => {
  const { code } = await asksForCode();
  const guesser = { Cookie: await signedIn(server, { name: 'a guesser' }) };
  for (let tries = 0; tries < 5; tries += 1) expect((await find('AAAAAA', guesser)).status).toBe(404);
  const refused = await find(code, guesser);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await approve(code, WALL, guesser)).status).toBe(429);
  expect((await approve(code)).status).toBe(200);
});

it('a manager pairs and changes screens of their own branches only', async () => {
  const { code } = await asksForCode();
  const other = { Cookie: await signedIn(server, { name: 'of branch 2', branches: [2] }) };
  expect((await approve(code, WALL, other)).status).toBe(403);
  expect((await approve(code, { ...WALL, branches: [1, 2] }, other)).status).toBe(403);
  const approved = await approve(code, { ...WALL, branches: [2] }, other);
  const { screen } = (await approved.json()) as { screen: { id: number } };
  const change = (wish: object) => postAuth(server, `/api/v1/screens/${screen.id}`, wish, other);
  expect((await change({ ...WALL, branches: [1] })).status).toBe(403);
  expect((await change({ ...WALL, branches: [2], name: '' })).status).toBe(400);
  expect((await change({ ...WALL, branches: [2], name: 'Cold' })).status).toBe(200);
  expect((await postAuth(server, '/api/v1/screens/99999', WALL, other)).status).toBe(404);
});

it('a screen has each of its branches once, in order, in replies as in lists', async () => {
  const { code } = await asksForCode();
  const repeated = { ...WALL, branches: [2, 1, 2] };
  const { screen } = (await (await approve(code, repeated)).json()) as { screen: PairedScreen };
  expect(screen.branches).toEqual([1, 2]);
  const changed = await postAuth(server, `/api/v1/screens/${screen.id}`, repeated, owner);
  expect(await changed.json()).toEqual({ screen });
  expect((await listed(screen.id))?.branches).toEqual([1, 2]);
});

it('only owners take a branch by giving it to a screen', async () => {
  const { id, token } = await pairedToken();
  const { code } = await asksForCode();
  const manager = { Cookie: await signedIn(server, { name: 'of every branch' }) };
  const taken = () =>
    server.command<{ number: number }[]>('branch list').then((all) => all.map(({ number }) => number));
  const move = (who: Record<string, string>) =>
    postAuth(server, `/api/v1/screens/${id}`, { ...WALL, branches: [77] }, who);
  expect((await approve(code, { ...WALL, branches: [78] }, manager)).status).toBe(403);
  expect((await move(manager)).status).toBe(403);
  expect(await taken()).toEqual([1, 2]);
  expect((await approve(code, WALL, manager)).status).toBe(200);
  expect((await move(owner)).status).toBe(200);
  expect(await taken()).toContain(77);
  expect((await server.get('/api/v1/board?branch=77', token)).status).toBe(200);
});

it('a screen is changed with the rights and the values that are in force when the change has its turn', async () => {
  const { id } = await pairedToken();
  const of1 = { Cookie: await signedIn(server, { name: 'of branch 1', branches: [1] }) };
  const change = (wish: object, who: Record<string, string>) => () =>
    postAuth(server, `/api/v1/screens/${id}`, { ...WALL, ...wish }, who);
  const limit = (readyLate: number, who: Record<string, string>) => () =>
    postAuth(server, `/api/v1/screens/${id}/limits`, { limits: { readyLate } }, who);
  const revoke = () => postAuth(server, `/api/v1/screens/${id}/revoke`, {}, of1);
  const statuses = async (...requests: (() => Promise<Response>)[]) =>
    (await sendInOneTurn(server, requests)).map(({ status }) => status);
  const moved = { name: 'Moved', branches: [2] };
  expect(await statuses(change(moved, owner), change({}, of1), limit(6, of1), revoke)).toEqual([200, 403, 403, 403]);
  expect(await listed(id)).toMatchObject({ ...moved, limits: null });
  const again = { ...moved, name: 'Moved again' };
  expect(await statuses(change({}, owner), change(again, owner), limit(6, owner), limit(7, owner))).toEqual(
    Array.from({ length: 4 }, () => 200),
  );
  const audit = await fetch(`${server.url}/api/v1/audit?kind=change&limit=3`, { headers: owner });
  expect(((await audit.json()) as AuditList).entries).toMatchObject([
    { action: 'screen-limits', subject: again.name, before: { readyLate: 6 }, after: { readyLate: 7 } },
    { action: 'screen-limits', subject: again.name, before: {}, after: { readyLate: 6 } },
    { action: 'screen-changed', before: { name: WALL.name, branches: [1] }, after: again },
  ]);
});

it('a manager who loses a branch or the access while a change waits for its turn does not make it', async () => {
  const { id } = await pairedToken({ ...WALL, branches: [1, 2] });
  const cookie = { Cookie: await signedIn(server, { name: 'of both', branches: [1, 2] }) };
  const managers = (await (await fetch(`${server.url}/api/v1/managers`, { headers: owner })).json()) as PersonList;
  const path = `/api/v1/managers/${managers.managers.find(({ name }) => name === 'of both')?.id}`;
  const { code } = await asksForCode();
  const changes = [
    [`screens/${id}`, { ...WALL, name: 'Changed' }],
    [`pairings/${code}`, { ...WALL, branches: [2] }],
    ['settings', { key: 'readyLate', value: 9, branch: 2 }],
    ['branches/2/practice', {}],
  ] as const;
  const sent = changes.map(
    ([to, body]) =>
      () =>
        postAuth(server, `/api/v1/${to}`, body, cookie),
  );
  const limited = () => postAuth(server, path, { role: 'manager', branches: [1] }, owner);
  const both = { role: 'manager', branches: [1, 2] };
  const removed = () => postAuth(server, `${path}/remove`, {}, owner);
  for (const [ends, status] of [
    [limited, 403],
    [removed, 401],
  ] as const) {
    expect((await postAuth(server, path, both, owner)).status).toBe(200);
    const answers = await sendInOneTurn(server, [ends, ...sent]);
    expect(answers.map((answer) => answer.status)).toEqual([200, ...sent.map(() => status)]);
  }
  expect(await listed(id)).toMatchObject({ name: WALL.name, branches: [1, 2] });
  expect((await approve(code, { ...WALL, branches: [2] }, owner)).status).toBe(200);
  expect(server.core.settings.value('readyLate', 2)).not.toBe(9);
});

it('a screen that is moved connects again, and learns its new view', async () => {
  const { id, token } = await pairedToken();
  const socket = await connects(token);
  expect(await listed(id)).toMatchObject({ state: 'live', paintedAt: null });
  const snapshot = new Promise<unknown>((resolve) => socket.once('board:snapshot', resolve));
  const moved = await postAuth(server, `/api/v1/screens/${id}`, { ...WALL, view: 'ready' }, owner);
  expect(moved.status).toBe(200);
  expect(await snapshot).toMatchObject({ screen: { id, view: 'ready' } });
});

it('a screen gets its own limits at once, and those of its branch without any', async () => {
  const { id, token } = await pairedToken();
  const socket = await connects(token);
  const limit = (limits: object) => postAuth(server, `/api/v1/screens/${id}/limits`, { limits }, owner);
  const afterLimit = async (limits: object) => {
    const snapshot = new Promise<{ screen: object }>((resolve) => socket.once('board:snapshot', resolve));
    expect((await limit(limits)).status).toBe(200);
    return (await snapshot).screen;
  };
  expect(await afterLimit({ readyLate: 6, latePercent: 90 })).toMatchObject({
    limits: { readyLate: 6, latePercent: 90 },
  });
  expect(await listed(id)).toMatchObject({ limits: { readyLate: 6, latePercent: 90 } });
  expect(await afterLimit({})).not.toHaveProperty('limits');
  expect(await listed(id)).toMatchObject({ limits: null });
  for (const wrong of [{ readyLate: 0 }, { latePercent: 1_001 }, { readyLate: '6' }, { turnOver: 5 }])
    expect((await limit(wrong)).status).toBe(400);
});

it('a connected screen identifies itself, and one that draws nothing is silent', async () => {
  const { id, token } = await pairedToken({ ...WALL, name: 'Pass' });
  const command = (kind: string) => postAuth(server, `/api/v1/screens/${id}/command`, { kind }, owner);
  const now = Date.now();
  server.setNow(now);
  expect((await command('identify')).status).toBe(409);
  const socket = await connects(token);
  const received = new Promise((resolve) => socket.once('screen:command', resolve));
  expect(await (await command('identify')).json()).toEqual({ sent: 1 });
  expect(await received).toEqual({ kind: 'identify' });
  expect((await command('dance')).status).toBe(400);

  const drawn = { ticketIds: [], dataAgeMs: 40, build: 'another' };
  await socket.emitWithAck('board:painted', drawn);
  expect(await listed(id)).toMatchObject({ state: 'live', dataAgeMs: 40, isCurrent: false, device: null });
  const device = { sound: 'blocked', wakeLock: 'missing', clockOffsetMs: -3_000 };
  await socket.emitWithAck('board:painted', { ...drawn, device });
  expect(await listed(id)).toMatchObject({ device });
  expect(await socket.emitWithAck('board:painted', { ...drawn, device: { ...device, sound: 'loud' } })).toHaveProperty(
    'error',
  );
  for (const dataAgeMs of [1e300, -1, null])
    expect(await socket.emitWithAck('board:painted', { ticketIds: [], dataAgeMs })).toHaveProperty('error');
  expect(await listed(id)).toMatchObject({ dataAgeMs: 40 });
  server.setNow(now + MINUTE_MS);
  expect(await listed(id)).toMatchObject({ state: 'silent' });
  socket.close();
  await expect.poll(async () => (await listed(id))?.state).toBe('offline');
});

it('a screen that gets its board over HTTP only is connected, and receives no command', async () => {
  const { id, token } = await pairedToken({ ...WALL, name: 'Behind a proxy' });
  expect(await listed(id)).toMatchObject({ state: 'offline', lastSeenAt: null });
  expect((await server.get('/api/v1/board', token)).status).toBe(200);
  expect(await listed(id)).toMatchObject({ state: 'live', lastSeenAt: expect.any(String), paintedAt: null });
  const live = await fetch(`${server.url}/api/v1/live?branch=1`, { headers: owner });
  const { branches } = (await live.json()) as Live;
  expect(branches[0]?.screens).toContainEqual(expect.objectContaining({ id, isConnected: true }));
  expect((await postAuth(server, `/api/v1/screens/${id}/command`, { kind: 'identify' }, owner)).status).toBe(409);
});

it('a revoked screen is out at once, and is no longer listed', async () => {
  const { id, token } = await pairedToken();
  const socket = await connects(token);
  const out = new Promise((resolve) => socket.once('disconnect', resolve));
  expect((await postAuth(server, `/api/v1/screens/${id}/revoke`, {}, owner)).status).toBe(200);
  expect(await out).toBe('io server disconnect');
  expect(await listed(id)).toBeUndefined();
  // Another manager's list may still have it; the page says why by the code.
  const again = await postAuth(server, `/api/v1/screens/${id}/revoke`, {}, owner);
  expect(again.status).toBe(404);
  expect(await again.json()).toMatchObject({ code: 'no-screen' });
});

it('a screen leaves its kiosk with the PIN of its branch, and waits after five wrong ones', async () => {
  const { token } = await pairedToken();
  const leave = async (pin: string, screen = token) => {
    const headers = { Cookie: `heatlamp_screen=${screen}` };
    const answer = await postAuth(server, '/api/v1/kiosk/leave?branch=1', { pin }, headers);
    return [answer.status, (await answer.json()).code];
  };
  expect(await leave('')).toEqual([200, undefined]);
  await server.command('setting set', { key: 'kioskPin', value: '0417', branch: 1 });
  expect(await leave('')).toEqual([403, 'pin-needed']);
  for (let wrong = 0; wrong < 4; wrong += 1) expect(await leave('417')).toEqual([403, 'pin']);
  expect(await leave('0417')).toEqual([200, undefined]);
  expect(await leave('4711')).toEqual([403, 'pin']);
  expect(await leave('0417')).toEqual([429, 'too-many']);
  // Many guesses at once are counted before they are compared.
  const another = (await pairedToken()).token;
  const guesses = Array.from({ length: 20 }, (_, index) => leave(String(5_000 + index), another));
  expect((await Promise.all(guesses)).filter(([, code]) => code === 'pin')).toHaveLength(5);
  await server.command('setting set', { key: 'kioskPin', value: 'default', branch: 1 });
});
