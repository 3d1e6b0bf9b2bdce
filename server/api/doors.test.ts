import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, gatherCrowd, may, serveTable } from '../testing/crowd';
import { type Door, pagesThatAre, readDoors } from '../testing/doors';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { ENDPOINTS, openRoutes } from './api';

const DOORS = readDoors('Paths');

const METRICS_TOKEN = 'what-only-the-monitor-knows';

let server: RunningServer;
let crowd: Caller[];
let ids: { ticket: string; delivery: string };
beforeAll(async () => {
  server = await startServer(undefined, { METRICS_TOKEN });
  ids = await serveTable(server);
  crowd = await gatherCrowd(server);
}, 60_000);
afterAll(() => server.stop());

/** What the table says a door is asked for. */
function asked({ door, triedAs }: Door): { method: string; path: string; body: string | null } {
  const [method = '', pattern = ''] = door.split(' ');
  const [tried = pattern, body = '{}'] = triedAs.map((piece) =>
    piece.replace('<ticket>', ids.ticket).replace('<delivery>', ids.delivery).replace('<uuid>', randomUUID()),
  );
  return { method, path: tried, body: method === 'GET' ? null : body };
}

function knock(door: Door, headers: Record<string, string>): Promise<Response> {
  const { method, path: to, body } = asked(door);
  return fetch(`${server.url}${to}`, { method, headers, body });
}

/** `in` and `out` as the door was answered; anything else is told by its status. */
async function outcomeFor(door: Door, caller: Caller): Promise<string> {
  const { status } = await knock(door, caller.headers);
  if (status === 401 || status === 403) return 'out';
  // Of another branch's things it is not even told that they are there.
  if (status === 404 && caller.is !== 'nobody' && door.branch === 'theirs' && !caller.branches.includes(1))
    return 'out';
  if (status < 300) return 'in';
  // Whoever may ask, and was told what is wrong with the question.
  return status === 400 && door.nobody === 'yes' ? 'in' : `${status}`;
}

describe('docs/doors.md', () => {
  it('has every path that the server answers, and no other', () => {
    const ofApi = ENDPOINTS.map(({ method, path: of }) => `${method} ${of}`);
    const open = openRoutes(server.core).map(({ method, path: of }) => `${method} ${of}`);
    const source = readFileSync(path.join(import.meta.dirname, '../create-server.ts'), 'utf8');
    const others = [...source.matchAll(/pathname === '([^']+)'/g)]
      .map(([, of]) => `GET ${of}`)
      .filter((door) => door !== 'GET /api');
    expect(others.length).toBeGreaterThan(1);
    const doors = [...ofApi, ...open, ...others, 'POST /webhooks/:eventName'];
    expect(DOORS.map(({ door }) => door).toSorted()).toEqual(doors.toSorted());
  });

  it('has every page, and no other', () => {
    expect(
      readDoors('Pages')
        .map(({ door }) => door)
        .toSorted(),
    ).toEqual(pagesThatAre());
  });
});

describe('a door', () => {
  it.each(DOORS.filter(({ nobody }) => nobody !== 'signed'))(
    'opens to who may, and to no stranger: $door',
    async (door) => {
      const outcomes: [string, string][] = [];
      for (const caller of crowd) outcomes.push([caller.who, await outcomeFor(door, caller)]);
      expect(outcomes).toEqual(crowd.map((caller) => [caller.who, may(door, caller) ? 'in' : 'out']));
    },
  );

  it.each(DOORS.filter(({ nobody }) => nobody === 'signed'))(
    'opens to what is signed, and to nobody: $door',
    async (door) => {
      const to = asked(door).path.replace('/webhooks/:eventName', 'kitchenStartCourse');
      const body = eventBody({ at: Date.now() - 30_000 });
      for (const { headers } of crowd)
        expect((await fetch(`${server.url}/webhooks/${to}`, { method: 'POST', headers, body })).status).toBe(400);
      expect((await server.post(to, body)).status).toBe(200);
    },
  );

  it.each(DOORS.filter(({ nobody }) => nobody === 'token'))(
    'opens to who brings the token, whoever else they are: $door',
    async (door) => {
      for (const { who, headers } of crowd) {
        const withToken = { ...headers, Authorization: `Bearer ${METRICS_TOKEN}` };
        expect([who, await outcomeFor(door, { ...crowd[0], headers: withToken } as Caller)]).toEqual([who, 'in']);
      }
    },
  );

  it.each(DOORS.filter(({ door, nobody }) => door.startsWith('POST') && nobody !== 'signed'))(
    'is shut to pages of other origins, whoever visits them: $door',
    async (door) => {
      for (const origin of ['http://elsewhere.example', 'null', 'http://127.0.0.1:1'])
        for (const { who, headers } of crowd)
          expect([who, (await knock(door, { ...headers, Origin: origin })).status]).toEqual([who, 403]);
    },
  );

  it.each(DOORS.filter(({ door }) => door.includes('/api/')))('is nowhere else: $door', async (door) => {
    const { method, path: to } = asked(door);
    const owner = crowd.find(({ who }) => who === 'the owner');
    const beside = to.split('?')[0]?.replace('/api/', '/api/x/') ?? '';
    expect((await fetch(`${server.url}${beside}`, { method, headers: owner?.headers ?? {} })).status).toBe(404);
  });

  it('of better-auth’s own is not there', async () => {
    for (const path of [
      'sign-up/email',
      'sign-in/username',
      'sign-in/email',
      'get-session',
      'list-sessions',
      'ok',
      'error',
    ])
      for (const method of ['GET', 'POST'])
        expect((await fetch(`${server.url}/api/auth/${path}`, { method })).status).toBe(404);
  });
});
