import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Board, BoardChange, BoardHead, ScreenToServer, ServerToScreen } from '../../contract/live';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { waitUntilCommitted } from '../testing/stored-state';

type Client = Socket<ServerToScreen, ScreenToServer>;

let server: RunningServer;
let clients: Client[];
beforeEach(async () => {
  server = await startServer();
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.disconnect();
  await server.stop();
});

async function screen(view = 'kitchen', branches = [1]): Promise<{ id: number; token: string }> {
  return server.command('screen add', { name: `${view} of ${branches}`, branches, view });
}

function connect(auth: Record<string, unknown>, headers: Record<string, string> = {}): Client {
  const client: Client = io(server.url, {
    transports: ['websocket'],
    auth,
    extraHeaders: headers,
    forceNew: true,
    reconnection: false,
  });
  clients.push(client);
  return client;
}

function next<Event extends keyof ServerToScreen>(
  client: Client,
  event: Event,
): Promise<Parameters<ServerToScreen[Event]>[0]> {
  return new Promise((resolve) => client.once(event, resolve as never));
}

const refusal = (client: Client) =>
  new Promise<string>((resolve) =>
    client.once('connect_error', (error) =>
      resolve((error as { data?: { code: string } }).data?.code ?? error.message),
    ),
  );

const at = () => Date.now() - 60_000;

it('records when a screen connects and when it leaves', async () => {
  const { token } = await screen();
  const lastSeenAt = async () =>
    (await server.command<{ lastSeenAt: string | null }[]>('screen list')).map((one) => one.lastSeenAt);
  server.setNow(Date.parse('2026-06-19T18:00:00Z'));
  const client = connect({ token, branch: 1 });
  await next(client, 'board:snapshot');
  expect(await lastSeenAt()).toEqual(['2026-06-19T18:00:00.000Z']);
  server.setNow(Date.parse('2026-06-19T18:00:01Z'));
  client.disconnect();
  await expect.poll(lastSeenAt).toEqual(['2026-06-19T18:00:01.000Z']);
});

it('sends a whole board on connecting, then numbered changes with whole tickets and tables', async () => {
  const { token } = await screen();
  const client = connect({ token, branch: 1, contract: 1 });
  const snapshot: Board = await next(client, 'board:snapshot');
  expect(snapshot.tickets).toEqual([]);

  const changed = next(client, 'board:changed');
  await server.post('kitchenStartCourse', eventBody({ at: at() }));
  const change: BoardChange = await changed;
  expect(change).toMatchObject({
    epoch: snapshot.epoch,
    previousVersion: snapshot.version,
    version: snapshot.version + 1,
  });
  expect(change.tickets).toMatchObject([{ state: 'KITCHEN-TICKET-STATE-STARTED', version: change.version }]);
  expect(change.tables).toMatchObject([{ number: '12', subNumber: '2', status: 'TABLE-STATUS-TAKEN' }]);
});

it('sends the tickets that a changed limit affects with the change itself', async () => {
  const { token } = await screen();
  const startedAt = at();
  await server.post('kitchenStartCourse', eventBody({ at: startedAt, expected: null }));
  const client = connect({ token, branch: 1, contract: 1 });
  await next(client, 'board:snapshot');
  const changed = next(client, 'board:changed');
  await server.command('setting set', { key: 'fallbackLate', value: '3', branch: 1, course: 3 });
  const lateAt = new Date(startedAt + 3 * 60_000).toISOString();
  expect((await changed).tickets).toMatchObject([{ lateAt }]);
});

it('sends a whole board when the branch gets another name or time zone, which no change has', async () => {
  const { token } = await screen();
  await server.post('kitchenStartCourse', eventBody({ at: at() }));
  const client = connect({ token });
  const { epoch, branch } = await next(client, 'board:snapshot');
  expect(branch).toEqual({ number: 1, name: null, timeZone: server.core.config.timeZone });
  for (const given of [{ name: 'Harbour' }, { timeZone: 'Asia/Tokyo' }]) {
    const renamed = next(client, 'board:snapshot');
    await server.command('branch set', { number: 1, ...given });
    expect(await renamed).toMatchObject({ epoch, branch: given, tickets: [{ course: { number: 3 } }] });
  }
});

it('does not send repeats, and sends a head every two seconds', async () => {
  const { token } = await screen();
  const body = eventBody({ at: at() });
  await server.post('kitchenStartCourse', body);
  const client = connect({ token });
  const { version } = await next(client, 'board:snapshot');
  const received: unknown[] = [];
  client.on('board:changed', (change) => received.push(change));
  await server.post('kitchenStartCourse', body);
  const head: BoardHead = await next(client, 'board:head');
  expect(head).toMatchObject({ version, build: 'none' });
  expect(received).toEqual([]);
});

it('answers a resync with newer items, or with a snapshot for another epoch', async () => {
  const { token } = await screen();
  const client = connect({ token });
  const { epoch, version } = await next(client, 'board:snapshot');
  await server.post('kitchenStartCourse', eventBody({ at: at(), course: 1 }));
  await server.post('kitchenStartCourse', eventBody({ at: at(), course: 2 }));

  const news = (await client.emitWithAck('board:resync', { epoch, version: version + 1 })) as BoardChange;
  expect(news).toMatchObject({ previousVersion: version + 1, version: version + 2 });
  expect(news.tickets.map((ticket) => ticket.course.number)).toEqual([2]);
  expect(await client.emitWithAck('board:resync', { epoch: 'another', version })).toMatchObject({
    version: version + 2,
    branch: { number: 1 },
  });
  expect(await client.emitWithAck('board:resync', { epoch, version: version + 99 })).toHaveProperty('branch');
});

it('shows two screens of two branches only their own', async () => {
  const tokens = [(await screen('kitchen', [1])).token, (await screen('kitchen', [2])).token] as const;
  const [first, second] = [connect({ token: tokens[0] }), connect({ token: tokens[1] })];
  await Promise.all([next(first, 'board:snapshot'), next(second, 'board:snapshot')]);
  const seen: number[] = [];
  first.on('board:changed', ({ tickets }) => seen.push(...tickets.map((ticket) => ticket.branch)));
  const ofSecond = next(second, 'board:changed');
  await server.post('kitchenStartCourse', eventBody({ at: at(), branch: 2 }));
  expect((await ofSecond).tickets).toMatchObject([{ branch: 2 }]);
  const ofFirst = next(first, 'board:changed');
  await server.post('kitchenStartCourse', eventBody({ at: at(), branch: 1 }));
  await ofFirst;
  expect(seen).toEqual([1]);
});

it('shows guests counter tickets only, and no table', async () => {
  const client = connect({ token: (await screen('pickup')).token });
  await next(client, 'board:snapshot');
  const changes: BoardChange[] = [];
  client.on('board:changed', (change) => changes.push(change));
  await server.post('kitchenStartCourse', eventBody({ at: at() }));
  const counter = { orderId: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', year: 2026, number: 6501, ticketNumber: 1 };
  await server.post(
    'kitchenStartCourse',
    eventBody({ at: at(), order: null, number: null, table: null, cafeteria: counter }),
  );
  await expect.poll(() => changes.map(({ tickets }) => tickets.length)).toEqual([0, 1]);
  expect(changes[1]?.tickets[0]).toMatchObject({ orderKind: 'cafeteria', ticketNumber: 1, table: null });
  expect(changes.flatMap(({ tables }) => tables)).toEqual([]);
});

it('[F2] sends guests a whole board without a counter order that became the order of a table', async () => {
  const orderId = '0b0f4b0e-21a3-4b3f-9d0a-5d6f0b9f3a11';
  const guests = connect({ token: (await screen('pickup')).token });
  await next(guests, 'board:snapshot');
  const changed = next(guests, 'board:changed');
  const cafeteria = { orderId, year: 2026, number: 77, ticketNumber: 5 };
  await server.post('kitchenStartCourse', eventBody({ at: at(), order: null, number: null, cafeteria, table: null }));
  const shown = await changed;
  expect(shown.tickets).toMatchObject([{ ticketNumber: 5 }]);
  const seated = next(guests, 'board:snapshot');
  await server.post('kitchenCompleteCourse', eventBody({ at: at() + 1_000, order: orderId, number: 77 }));
  const { epoch, tickets } = await seated;
  expect(tickets).toEqual([]);
  expect(epoch).not.toBe(shown.epoch);
});

it('names the members of a handshake that are not of the documented shape', async () => {
  const { token } = await screen('kitchen');
  const client = connect({ token, branch: '1', contract: 'x' } as never);
  const error = await new Promise<Error & { data?: unknown }>((failed) => client.once('connect_error', failed));
  expect(error).toMatchObject({ data: { code: 'too-old' }, message: expect.stringContaining('(branch, contract)') });
});

it('refuses sockets without valid credentials with a code', async () => {
  const { token } = await screen('kitchen', [1, 2]);
  expect(await refusal(connect({}))).toBe('no-token');
  expect(await refusal(connect({ token: 'guess' }))).toBe('unknown');
  expect(await refusal(connect({ token }))).toBe('branch');
  expect(await refusal(connect({ token, branch: 3 }))).toBe('branch');
  expect(await refusal(connect({ token, branch: 1, contract: 2 }))).toBe('too-old');
  expect(await refusal(connect({ token, branch: 1 }, { Origin: 'http://elsewhere.example' }))).toBe('websocket error');
  expect(clients.every((client) => !client.connected)).toBe(true);
});

it('accepts a page of its own origin by the cookie of a paired screen', async () => {
  const { token } = await screen();
  const paired = await fetch(`${server.url}/api/v1/pair`, {
    method: 'POST',
    body: JSON.stringify({ token }),
    headers: { Origin: server.url },
  });
  const cookie = paired.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^heatlamp_screen=.+; HttpOnly; SameSite=Lax$/);
  const client = connect({}, { Cookie: cookie.split(';')[0] ?? '', Origin: server.url });
  expect(await next(client, 'board:snapshot')).toMatchObject({ branch: { number: 1 } });

  const elsewhere = {
    method: 'POST',
    body: JSON.stringify({ token }),
    headers: { Origin: 'http://elsewhere.example' },
  };
  expect((await fetch(`${server.url}/api/v1/pair`, elsewhere)).status).toBe(403);
  expect(
    (await fetch(`${server.url}/api/v1/pair`, { method: 'POST', body: JSON.stringify({ token: 'guess' }) })).status,
  ).toBe(401);
});

it('disconnects a revoked screen at once, and refuses it with a code when it reconnects', async () => {
  const { id, token } = await screen();
  const client = connect({ token });
  await next(client, 'board:snapshot');
  const cut = new Promise((resolve) => client.once('disconnect', resolve));
  await server.command('screen revoke', { id });
  // A standard client does not reconnect after this reason.
  expect(await cut).toBe('io server disconnect');
  expect(await refusal(connect({ token }))).toBe('revoked');
});

it('sends a screen its own name and id', async () => {
  const { id, token } = await screen('ready');
  expect((await next(connect({ token }), 'board:snapshot')).screen).toEqual({ id, name: 'ready of 1', view: 'ready' });
});

it('[F10] stores a ticket action, confirms it to its sender, and sends it to all other screens', async () => {
  const [sam, kim] = [await screen('ready'), await screen('pass')];
  await server.post('kitchenCompleteCourse', eventBody({ at: at() }));
  const [first, second] = [connect({ token: sam.token }), connect({ token: kim.token })];
  const [{ tickets }] = await Promise.all([next(first, 'board:snapshot'), next(second, 'board:snapshot')]);
  const ticketId = tickets[0]?.id ?? '';
  const seen = next(second, 'board:changed');
  const action = { actionId: randomUUID(), kind: 'claim', ticketId, at: new Date().toISOString() } as const;
  const answer = await first.emitWithAck('ticket:action', action);

  expect(answer).toMatchObject({ ticket: { claim: { by: { id: sam.id, name: 'ready of 1' } } } });
  expect((await seen).tickets).toEqual('ticket' in answer ? [answer.ticket] : []);
  expect(await first.emitWithAck('ticket:action', action)).toEqual(answer);
  const others = { ...action, actionId: randomUUID() };
  expect(await second.emitWithAck('ticket:action', others)).toMatchObject({ error: { code: 'claimed' } });
});

it.each([
  ['guests', 'pickup', 'view'],
  ['programs', 'api', 'view'],
  ['waiters, once the server stores nothing more,', 'ready', 'unavailable'],
])('refuses actions of %s', async (_, view, code) => {
  await server.post('kitchenCompleteCourse', eventBody({ at: at() }));
  const client = connect({ token: (await screen(view)).token });
  await next(client, 'board:snapshot');
  if (code === 'unavailable') await server.core.queue.close();
  const action = { actionId: randomUUID(), kind: 'claim', ticketId: '1-3-1' } as const;
  expect(await client.emitWithAck('ticket:action', action)).toMatchObject({ error: { code } });
});

it('survives any message: events without a name, messages of any shape, acknowledgements in odd places', async () => {
  const client = connect({ token: (await screen('pickup')).token });
  await next(client, 'board:snapshot');
  const raw = client as unknown as { emit: (...values: unknown[]) => void };
  const odd = [5, -1.5, '', 'x'.repeat(5_000), '__proto__', 'constructor', 'toString', 'error'];
  for (const event of odd) raw.emit(event, {});
  for (const event of ['board:resync', 'board:painted', 'clock:ping', 'ticket:action'])
    for (const value of [undefined, null, 1, 'x', [], {}, { ticketId: `1-${'9'.repeat(400)}-1` }])
      raw.emit(event, value);
  const received = new Promise((answer) => raw.emit('ticket:action', { kind: 'claim' }, 'something else', answer));

  expect(await received).toMatchObject({ error: { code: 'contract' } });
  expect(await client.emitWithAck('clock:ping')).toHaveProperty('serverTime');
});

it('refuses an action of a screen that is revoked while the action waits', async () => {
  await server.post('kitchenCompleteCourse', eventBody({ at: at() }));
  const { id, token } = await screen('ready');
  const client = connect({ token });
  await next(client, 'board:snapshot');
  const revoked = server.command('screen revoke', { id });
  const action = { actionId: randomUUID(), kind: 'claim', ticketId: '1-3-1' } as const;
  client.emit('ticket:action', action, () => {});
  await revoked;
  await server.core.queue.run(async () => {});
  expect(server.core.boards.branch(1)?.orders.get(1)?.actions).toEqual([]);
});

it('includes tickets that closed long ago in a resync, because the screen may still show them', async () => {
  await server.post('kitchenStartCourse', eventBody({ at: at() - 60 * 60_000 }));
  const client = connect({ token: (await screen()).token });
  const { epoch, version } = await next(client, 'board:snapshot');
  await server.post('kitchenServeCourse', eventBody({ at: at() - 40 * 60_000 }));
  const news = (await client.emitWithAck('board:resync', { epoch, version })) as BoardChange;
  expect(news.tickets).toMatchObject([{ state: 'KITCHEN-TICKET-STATE-COMPLETED' }]);
});

it('answers a resync with a snapshot if a ticket changed since that is not in memory', async () => {
  const table = null;
  const yesterday = at() - 40 * 3_600_000;
  await server.post('kitchenStartCourse', eventBody({ at: yesterday, table }));
  const client = connect({ token: (await screen()).token });
  const { epoch, version } = await next(client, 'board:snapshot');
  await server.post('kitchenServeCourse', eventBody({ at: yesterday + 60_000, table }));
  const known = { epoch, version };
  expect(await client.emitWithAck('board:resync', known)).toMatchObject({
    version: version + 1,
    branch: { number: 1 },
  });
  await server.post('kitchenStartCourse', eventBody({ at: at(), course: 2 }));
  const later = { epoch, version: version + 1 };
  expect(await client.emitWithAck('board:resync', later)).toMatchObject({ previousVersion: version + 1 });
});

it('sends guests a collected ticket as closed, without who collected it, and no usual waits', async () => {
  const counter = { orderId: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', year: 2026, number: 6501, ticketNumber: 1 };
  const fields = { order: null, number: null, table: null, cafeteria: counter };
  await server.post('kitchenCompleteCourse', eventBody({ ...fields, at: at() }));
  await server.command('setting set', { key: 'collectedCloses', value: '0.1' });
  const tokens = [(await screen('ready')).token, (await screen('pickup')).token] as const;
  const [sam, guests] = [connect({ token: tokens[0] }), connect({ token: tokens[1] })];
  const [, { epoch, version }] = await Promise.all([next(sam, 'board:snapshot'), next(guests, 'board:snapshot')]);
  const seen: BoardChange[] = [];
  guests.on('board:changed', (change) => seen.push(change));
  const handedOver = next(guests, 'board:changed');
  await sam.emitWithAck('ticket:action', { actionId: randomUUID(), kind: 'collect', ticketId: '1-3-1' });
  expect((await handedOver).tickets).toMatchObject([{ closedAt: expect.any(String), closedBy: 'heatlamp' }]);
  server.setNow(Date.now() + 7_000);
  await waitUntilCommitted(server.core);
  seen.push((await guests.emitWithAck('board:resync', { epoch, version })) as BoardChange);
  const { wall } = await next(guests, 'board:head');

  expect(seen.flatMap(({ tickets }) => tickets).length).toBeGreaterThan(1);
  expect(JSON.stringify(seen)).not.toMatch(/screen|ready of 1|"marks":\[[^\]]*collected/);
  expect(wall).toMatchObject({ usualWait: [] });
});

it('refuses messages outside the contract, and continues', async () => {
  const { token } = await screen();
  const client = connect({ token });
  await next(client, 'board:snapshot');
  const raw = client as unknown as {
    emitWithAck: (event: string, ...values: unknown[]) => Promise<unknown>;
    emit: (event: string, ...values: unknown[]) => void;
  };
  expect(await raw.emitWithAck('board:resync', 'nonsense')).toMatchObject({ error: { code: 'contract' } });
  expect(await raw.emitWithAck('board:painted', { version: 'x' })).toMatchObject({ error: { code: 'contract' } });
  expect(await raw.emitWithAck('ticket:action', { kind: 'claim' })).toMatchObject({ error: { code: 'contract' } });
  expect(await raw.emitWithAck('table:drop', {})).toMatchObject({ error: { code: 'contract' } });
  raw.emit('clock:ping');
  expect(await client.emitWithAck('clock:ping')).toHaveProperty('serverTime');
  expect(server.warnings).toHaveLength(5);
});
