import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, gatherCrowd, may, serveTable } from '../testing/crowd';
import { type Door, readDoors } from '../testing/doors';
import { eventBody } from '../testing/events';
import { postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { EVENTS } from './hub';

const DOORS = readDoors('Sockets');
const CONTRACT = readFileSync(path.join(import.meta.dirname, '../../contract/live.ts'), 'utf8');
const doorNamed = (name: string): Door => {
  const door = DOORS.find(({ door }) => door === name);
  if (!door) throw new Error(`docs/doors.md has no ${name}`);
  return door;
};

let server: RunningServer;
let crowd: Caller[];
let ids: { ticket: string; delivery: string };
let sockets: Socket[] = [];
beforeAll(async () => {
  server = await startServer();
  ids = await serveTable(server);
  crowd = await gatherCrowd(server);
}, 60_000);
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

/** Opens a socket as a screen or a browser does: with a bearer token as its token, else with the cookies. */
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

/** The board that a socket is sent first, or null when it is refused. */
function boardOf(socket: Socket): Promise<{ branch: { number: number }; screen?: unknown } | null> {
  return new Promise((resolve) => {
    socket.once('board:snapshot', resolve);
    socket.once('connect_error', () => resolve(null));
  });
}

const next = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve));

/** What a message is answered; it says the ticket of branch 1 where the table has one. */
function answerTo(socket: Socket, { door, triedAs }: Door): Promise<{ error?: unknown }> {
  const payload = triedAs[0]?.replace('<ticket>', ids.ticket).replace('<uuid>', randomUUID());
  const sent: unknown[] = payload === undefined ? [] : [JSON.parse(payload)];
  return new Promise((resolve) => socket.emit(door, ...sent, resolve));
}

it('the table has every message of the contract, and no other', () => {
  const [sent, heard] = [messagesOf('ServerToScreen'), messagesOf('ScreenToServer')];
  expect([sent.length, heard.length]).toEqual([4, 4]);
  expect(DOORS.map(({ door }) => door).toSorted()).toEqual(['connect', ...sent, ...heard].toSorted());
  expect([...EVENTS].toSorted()).toEqual(heard.toSorted());
});

it('a message that is never sent is nowhere in the server', () => {
  const never = DOORS.filter(({ triedAs }) => triedAs[0] === 'never sent').map(({ door }) => door);
  expect(never).toEqual(['screen:command']);
  for (const file of ['hub.ts', 'live-board.ts'])
    expect(readFileSync(path.join(import.meta.dirname, file), 'utf8')).not.toContain('screen:command');
});

describe('a socket', () => {
  it('is opened for who may, on the board that is theirs, and for no stranger', async () => {
    const outcomes: [string, number | null][] = [];
    for (const caller of crowd) outcomes.push([caller.who, (await boardOf(open(caller, 1)))?.branch.number ?? null]);
    expect(outcomes).toEqual(crowd.map((caller) => [caller.who, may(doorNamed('connect'), caller) ? 1 : null]));
  });

  it('of another branch is sent nothing of this one', async () => {
    const heard = ['board:snapshot', 'board:changed', 'board:head'];
    const others = crowd.filter(({ branches }) => branches.length === 1 && branches[0] === 2);
    expect(others.length).toBeGreaterThan(10);
    const told: string[] = [];
    const theirs: Socket[] = [];
    for (const other of others) {
      const socket = open(other, undefined);
      theirs.push(socket);
      socket.onAny((event: string, message: unknown) => told.push(`${event} ${JSON.stringify(message)}`));
      expect((await boardOf(socket))?.branch.number).toBe(2);
    }
    const mine = crowd.filter(({ who }) => /of branch 1$/.test(who)).map((caller) => open(caller, 1));
    expect(mine.length).toBeGreaterThan(5);
    await Promise.all(mine.map(boardOf));
    const changed = mine.map((socket) => next(socket, 'board:changed'));
    const heads = [...mine, ...theirs].map((socket) => next(socket, 'board:head'));
    await server.post('kitchenCompleteCourse', eventBody({ at: Date.now() - 20_000 }));
    await Promise.all([...changed, ...heads]);
    expect(new Set(told.map((message) => message.split(' ')[0]))).toEqual(new Set(heard.toSpliced(1, 1)));
    expect(told.filter((message) => message.includes('Smith') || message.includes(ids.ticket))).toEqual([]);
  });

  it.each(DOORS.filter(({ door }) => EVENTS.includes(door)))('is heard as the table says: $door', async (door) => {
    const outcomes: [string, string][] = [];
    const admitted = crowd.filter((caller) => caller.is !== 'nobody');
    for (const caller of admitted) {
      const socket = open(caller, caller.branches.includes(1) ? 1 : undefined);
      await boardOf(socket);
      const answer = await answerTo(socket, door);
      const isIn =
        answer.error === undefined && (caller.branches.includes(1) || !JSON.stringify(answer).includes(ids.ticket));
      outcomes.push([caller.who, isIn ? 'in' : 'out']);
    }
    // A board of one's own branch may be asked for again; what is said of another branch's ticket is refused.
    const expected = (caller: Caller) =>
      may(door, { ...caller, branches: door.door === 'ticket:note' ? caller.branches : [1] });
    expect(outcomes).toEqual(admitted.map((caller) => [caller.who, expected(caller) ? 'in' : 'out']));
  });

  it('is shut to pages of other origins', async () => {
    for (const origin of ['http://elsewhere.example', 'null'])
      for (const caller of crowd) expect(await boardOf(open(caller, undefined, origin))).toBeNull();
  });

  it('of a manager says no screen, and ends with the session, wherever that was ended', async () => {
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

  it('of a manager ends when the session’s time is over', async () => {
    const cookie = await signedIn(server, { name: 'dirk', branches: [1] });
    const socket = open({ headers: { Cookie: cookie } }, undefined);
    await boardOf(socket);
    const gone = next(socket, 'disconnect');
    server.setNow(Date.now() + 31 * 86_400_000);
    expect(await gone).toBe('io server disconnect');
    server.setNow(null);
  });
});
