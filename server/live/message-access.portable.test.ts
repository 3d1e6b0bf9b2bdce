import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCallers, createExampleCourse, isAllowed } from '../testing/callers';
import { eventBody } from '../testing/events';
import { postAuth, signedIn } from '../testing/managers';
import { type Route, readRoutes } from '../testing/routes';
import { type RunningServer, startServer } from '../testing/running-server';
import { EVENTS } from './welcome-screen';

const ROUTES = readRoutes('Sockets');
const CONTRACT = readFileSync(path.join(import.meta.dirname, '../../contract/live.ts'), 'utf8');
const routeNamed = (name: string): Route => {
  const route = ROUTES.find(({ route }) => route === name);
  if (!route) throw new Error(`docs/access.md has no ${name}`);
  return route;
};

let server: RunningServer;
let callers: Caller[];
let ids: { ticket: string; delivery: string };
let sockets: Socket[] = [];
beforeAll(async () => {
  server = await startServer();
  ids = await createExampleCourse(server);
  callers = await createCallers(server);
});
afterAll(() => server.stop());
afterEach(() => {
  for (const socket of sockets) socket.disconnect();
  sockets = [];
});

/** The messages of one of the contract's types. */
function messagesOf(type: string): string[] {
  const part = CONTRACT.split(`export type ${type} = {`)[1]?.split('\n};')[0] ?? '';
  return [...part.matchAll(/^ {2}'([a-z]+:[a-z]+)':/gm)].map(([, name]) => name ?? '');
}

/** Opens a socket like a screen, with a bearer token, or like a browser, with cookies. */
function open({ headers }: Pick<Caller, 'headers'>, branch: number | undefined, origin?: string): Socket {
  const { Authorization, ...cookies } = headers as Record<string, string | undefined>;
  const token = Authorization?.replace('Bearer ', '');
  const socket = io(server.url, {
    transports: ['websocket'],
    auth: { ...(token === undefined ? {} : { token }), ...(branch === undefined ? {} : { branch }) },
    extraHeaders: { ...(cookies as Record<string, string>), ...(origin === undefined ? {} : { Origin: origin }) },
    forceNew: true,
    reconnection: false,
  });
  sockets.push(socket);
  return socket;
}

/** The first board that a socket receives, or null if it is refused. */
function boardOf(socket: Socket): Promise<{ branch: { number: number }; screen?: unknown } | null> {
  return new Promise((resolve) => {
    socket.once('board:snapshot', resolve);
    socket.once('connect_error', () => resolve(null));
  });
}

const next = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve));

/** The answer to a message; it names the ticket of branch 1 if the table requires it. */
function answerTo(socket: Socket, { route, triedAs }: Route): Promise<{ error?: unknown }> {
  const payload = triedAs[0]?.replace('<ticket>', ids.ticket).replace('<uuid>', randomUUID());
  const sent: unknown[] = payload === undefined ? [] : [JSON.parse(payload)];
  return new Promise((resolve) => socket.emit(route, ...sent, resolve));
}

it('the table lists every message of the contract, and no other', () => {
  const [sent, accepted] = [messagesOf('ServerToScreen'), messagesOf('ScreenToServer')];
  expect([sent.length, accepted.length]).toEqual([4, 4]);
  expect(ROUTES.map(({ route }) => route).toSorted()).toEqual(['connect', ...sent, ...accepted].toSorted());
  expect([...EVENTS].toSorted()).toEqual(accepted.toSorted());
});

describe('a socket', () => {
  it('opens for callers with access only, on their own board', async () => {
    const outcomes: [string, number | null][] = [];
    for (const caller of callers) outcomes.push([caller.who, (await boardOf(open(caller, 1)))?.branch.number ?? null]);
    expect(outcomes).toEqual(
      callers.map((caller) => [caller.who, isAllowed(routeNamed('connect'), caller) ? 1 : null]),
    );
  });

  it('of another branch receives nothing of this one', async () => {
    const events = ['board:snapshot', 'board:changed', 'board:head'];
    const others = callers.filter(({ branches }) => branches.length === 1 && branches[0] === 2);
    expect(others.length).toBeGreaterThan(10);
    const received: string[] = [];
    const theirs: Socket[] = [];
    for (const other of others) {
      const socket = open(other, undefined);
      theirs.push(socket);
      socket.onAny((event: string, message: unknown) => received.push(`${event} ${JSON.stringify(message)}`));
      expect((await boardOf(socket))?.branch.number).toBe(2);
    }
    const mine = callers.filter(({ who }) => /of branch 1$/.test(who)).map((caller) => open(caller, 1));
    expect(mine.length).toBeGreaterThan(5);
    await Promise.all(mine.map(boardOf));
    const changed = mine.map((socket) => next(socket, 'board:changed'));
    const heads = [...mine, ...theirs].map((socket) => next(socket, 'board:head'));
    await server.post('kitchenCompleteCourse', eventBody({ at: Date.now() - 20_000 }));
    await Promise.all([...changed, ...heads]);
    expect(new Set(received.map((message) => message.split(' ')[0]))).toEqual(new Set(events.toSpliced(1, 1)));
    expect(received.filter((message) => message.includes('Smith') || message.includes(ids.ticket))).toEqual([]);
  });

  it.each(ROUTES.filter(({ route }) => EVENTS.includes(route)))(
    'accepts a message as the table specifies: $route',
    async (route) => {
      const outcomes: [string, string][] = [];
      const admitted = callers.filter((caller) => caller.is !== 'nobody');
      for (const caller of admitted) {
        const socket = open(caller, caller.branches.includes(1) ? 1 : undefined);
        await boardOf(socket);
        const answer = await answerTo(socket, route);
        const isIn =
          answer.error === undefined && (caller.branches.includes(1) || !JSON.stringify(answer).includes(ids.ticket));
        outcomes.push([caller.who, isIn ? 'in' : 'out']);
      }
      // A caller may request its own board again; an action on a ticket of another branch is refused.
      const expected = (caller: Caller) =>
        isAllowed(route, { ...caller, branches: route.route === 'ticket:action' ? caller.branches : [1] });
      expect(outcomes).toEqual(admitted.map((caller) => [caller.who, expected(caller) ? 'in' : 'out']));
    },
  );

  it('refuses pages of other origins', async () => {
    for (const origin of ['http://elsewhere.example', 'null'])
      for (const caller of callers) expect(await boardOf(open(caller, undefined, origin))).toBeNull();
  });

  it('of a manager names no screen, and ends with the session, however it ended', async () => {
    for (const end of [
      (cookie: string) => postAuth(server, '/api/auth/sign-out', {}, { Cookie: cookie }),
      () => server.command('manager sign-out', { name: 'carla' }),
      () => server.command('manager reset-password', { name: 'carla' }),
      () => server.command('manager remove', { name: 'carla' }),
    ]) {
      const cookie = await signedIn(server, { name: 'carla', branches: [1] });
      const socket = open({ headers: { Cookie: cookie } }, undefined);
      expect(await boardOf(socket)).not.toHaveProperty('screen');
      const gone = next(socket, 'disconnect');
      await end(cookie);
      expect(await gone).toBe('io server disconnect');
      expect((await fetch(`${server.url}/api/v1/board`, { headers: { Cookie: cookie } })).status).toBe(401);
      await server.command('manager remove', { name: 'carla' }).catch(() => {});
    }
  });

  it('of a manager ends when the session expires', async () => {
    const cookie = await signedIn(server, { name: 'dirk', branches: [1] });
    const socket = open({ headers: { Cookie: cookie } }, undefined);
    await boardOf(socket);
    const gone = next(socket, 'disconnect');
    server.setNow(Date.now() + 31 * 86_400_000);
    expect(await gone).toBe('io server disconnect');
    server.setNow(null);
  });
});
