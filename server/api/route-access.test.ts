import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCallers, createExampleCourse, isAllowed } from '../testing/callers';
import { eventBody } from '../testing/events';
import { listPages, type Route, readRoutes } from '../testing/routes';
import { type RunningServer, startServer } from '../testing/running-server';
import { ENDPOINTS, openRoutes } from './api';

const ROUTES = readRoutes('Paths');

const METRICS_TOKEN = 'what-only-the-monitor-knows';

let server: RunningServer;
let callers: Caller[];
let ids: { ticket: string; delivery: string };
let connected: { id: number; socket: Socket };
beforeAll(async () => {
  server = await startServer(undefined, { METRICS_TOKEN });
  ids = await createExampleCourse(server);
  callers = await createCallers(server);
  const wall = { name: 'a connected wall', branches: [1], view: 'kitchen' };
  const { id, token } = await server.command<{ id: number; token: string }>('screen add', wall);
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  await new Promise((resolve) => socket.once('board:snapshot', resolve));
  connected = { id, socket };
}, 60_000);
afterAll(async () => {
  connected.socket.close();
  await server.stop();
});

/** An address may ask for a limited number of codes. */
let unusedCode: string | null = null;
/** What the placeholders of the table stand for in one request. */
const PLACEHOLDERS: Record<string, () => string | Promise<string>> = {
  '<ticket>': () => ids.ticket,
  '<delivery>': () => ids.delivery,
  '<uuid>': randomUUID,
  async '<code>'() {
    if (unusedCode !== null) return unusedCode;
    const started = await fetch(`${server.url}/api/v1/pairings`, { method: 'POST' });
    const { code } = (await started.json()) as { code: string };
    unusedCode = code;
    return code;
  },
  async '<screen>'() {
    const wanted = { name: 'a wall', branches: [1], view: 'kitchen' };
    return String((await server.command<{ id: number }>('screen add', wanted)).id);
  },
  '<connected>': () => String(connected.id),
};

/** The request that the table lists for a route. */
async function requestOf({ route, triedAs }: Route): Promise<{ method: string; path: string; body: string | null }> {
  const [method = '', pattern = ''] = route.split(' ');
  const pieces = triedAs.map(async (piece) => {
    const name = /<\w+>/.exec(piece)?.[0];
    return name ? piece.replace(name, (await PLACEHOLDERS[name]?.()) ?? name) : piece;
  });
  const [tried = pattern, body = '{}'] = await Promise.all(pieces);
  return { method, path: tried, body: method === 'GET' ? null : body };
}

async function request(route: Route, headers: Record<string, string>): Promise<Response> {
  const { method, path: to, body } = await requestOf(route);
  const response = await fetch(`${server.url}${to}`, { method, headers, body });
  if (response.ok && method === 'POST') unusedCode = null;
  return response;
}

/** `in` if the request was allowed, `out` if it was refused; otherwise the status. */
async function outcomeFor(route: Route, caller: Caller): Promise<string> {
  const { status } = await request(route, caller.headers);
  if (status === 401 || status === 403) return 'out';
  // A caller of another branch does not learn that the ticket exists.
  if (status === 404 && caller.is !== 'nobody' && route.branch === 'theirs' && !caller.branches.includes(1))
    return 'out';
  if (status < 300) return 'in';
  // The caller has access; the request itself is invalid.
  return status === 400 && (route.nobody === 'yes' || route.route.includes('/api/auth/')) ? 'in' : `${status}`;
}

describe('docs/access.md', () => {
  it('lists every path that the server answers, and no other', () => {
    const ofApi = ENDPOINTS.map(({ method, path: of }) => `${method} ${of}`);
    const open = openRoutes(server.core).map(({ method, path: of }) => `${method} ${of}`);
    const source = readFileSync(path.join(import.meta.dirname, '../create-server.ts'), 'utf8');
    const others = [...source.matchAll(/pathname === '([^']+)'/g)]
      .map(([, of]) => `GET ${of}`)
      .filter((route) => route !== 'GET /api');
    expect(others.length).toBeGreaterThan(1);
    const routes = [...ofApi, ...open, ...others, 'POST /webhooks/:eventName'];
    expect(ROUTES.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
  });

  it('lists every page, and no other', () => {
    expect(
      readRoutes('Pages')
        .map(({ route }) => route)
        .toSorted(),
    ).toEqual(listPages());
  });
});

describe('a route', () => {
  it.each(ROUTES.filter(({ nobody }) => nobody !== 'signed'))(
    'is open to callers with access only: $route',
    async (route) => {
      const outcomes: [string, string][] = [];
      for (const caller of callers) outcomes.push([caller.who, await outcomeFor(route, caller)]);
      expect(outcomes).toEqual(callers.map((caller) => [caller.who, isAllowed(route, caller) ? 'in' : 'out']));
    },
  );

  it.each(ROUTES.filter(({ nobody }) => nobody === 'signed'))('accepts signed requests only: $route', async (route) => {
    const to = (await requestOf(route)).path.replace('/webhooks/:eventName', 'kitchenStartCourse');
    const body = eventBody({ at: Date.now() - 30_000 });
    for (const { headers } of callers)
      expect((await fetch(`${server.url}/webhooks/${to}`, { method: 'POST', headers, body })).status).toBe(400);
    expect((await server.post(to, body)).status).toBe(200);
  });

  it.each(ROUTES.filter(({ nobody }) => nobody === 'token'))(
    'is open to any caller with the token: $route',
    async (route) => {
      for (const { who, headers } of callers) {
        const withToken = { ...headers, Authorization: `Bearer ${METRICS_TOKEN}` };
        expect([who, await outcomeFor(route, { ...callers[0], headers: withToken } as Caller)]).toEqual([who, 'in']);
      }
    },
  );

  it.each(ROUTES.filter(({ route, nobody }) => route.startsWith('POST') && nobody !== 'signed'))(
    'refuses pages of other origins, for every caller: $route',
    async (route) => {
      for (const origin of ['http://elsewhere.example', 'null', 'http://127.0.0.1:1'])
        for (const { who, headers } of callers)
          expect([who, (await request(route, { ...headers, Origin: origin })).status]).toEqual([who, 403]);
    },
  );

  it.each(ROUTES.filter(({ route }) => route.includes('/api/')))(
    'exists at its own path only: $route',
    async (route) => {
      const { method, path: to } = await requestOf(route);
      const owner = callers.find(({ who }) => who === 'the owner');
      const beside = to.split('?')[0]?.replace('/api/', '/api/x/') ?? '';
      expect((await fetch(`${server.url}${beside}`, { method, headers: owner?.headers ?? {} })).status).toBe(404);
    },
  );

  it('of better-auth itself does not exist', async () => {
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
