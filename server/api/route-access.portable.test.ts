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

/** The name of branch 1, which nobody of another branch learns. */
const HOUSE = 'The house by the canal';
const GUEST = 'J. Smith';
const METRICS_TOKEN = 'what-only-the-monitor-knows';

let server: RunningServer;
let callers: Caller[];
let ids: { ticket: string; delivery: string };
let connected: { id: number; socket: Socket };
beforeAll(async () => {
  server = await startServer(undefined, { METRICS_TOKEN, TRUST_PROXY: '127.0.0.1' });
  ids = await createExampleCourse(server);
  callers = await createCallers(server);
  await server.command('branch set', { number: 1, name: HOUSE });
  const wall = { name: 'a connected wall', branches: [1], view: 'kitchen' };
  const { id, token } = await server.command<{ id: number; token: string }>('screen add', wall);
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  await new Promise((resolve) => socket.once('board:snapshot', resolve));
  connected = { id, socket };
});
afterAll(async () => {
  connected.socket.close();
  await server.stop();
});

const PAIRINGS = '/api/v1/pairings';
let devices = 0;
/** An address may ask for a limited number of codes. */
const anotherDevice = () => ({ 'X-Forwarded-For': `10.0.0.${++devices}` });
let strays = 0;
let people = 0;
let unusedCode: string | null = null;
/** What the placeholders of the table stand for in one request. */
const PLACEHOLDERS: Record<string, () => string | Promise<string>> = {
  '<ticket>': () => ids.ticket,
  '<delivery>': () => ids.delivery,
  '<uuid>': randomUUID,
  async '<code>'() {
    if (unusedCode !== null) return unusedCode;
    const started = await fetch(`${server.url}${PAIRINGS}`, { method: 'POST', headers: anotherDevice() });
    const { code } = (await started.json()) as { code: string };
    unusedCode = code;
    return code;
  },
  async '<stray>'() {
    const number = 1_000 + ++strays;
    const body = eventBody({ branch: number, order: randomUUID(), at: Date.now() - 30_000 });
    await server.post('kitchenStartCourse', body);
    return String(number);
  },
  async '<screen>'() {
    const wanted = { name: 'a wall', branches: [1], view: 'kitchen' };
    return String((await server.command<{ id: number }>('screen add', wanted)).id);
  },
  '<connected>': () => String(connected.id),
  '<subscription>': addSubscription,
  async '<person>'() {
    people += 1;
    const name = `Person ${people}`;
    await server.command('manager add', { name, role: 'manager', branches: null });
    return server.core.people().managers.find((one) => one.name === name)?.id ?? '';
  },
  async '<rotating>'() {
    const id = await addSubscription();
    await server.command('subscription rotate', { id });
    return id;
  },
};

async function addSubscription(): Promise<string> {
  const agreed = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' };
  return (await server.command<{ id: string }>('subscription add', { id: randomUUID(), ...agreed })).id;
}

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

type Requested = Awaited<ReturnType<typeof requestOf>>;

async function send({ method, path: to, body }: Requested, headers: Record<string, string>): Promise<Response> {
  const from = to === PAIRINGS ? anotherDevice() : {};
  const response = await fetch(`${server.url}${to}`, { method, headers: { ...headers, ...from }, body });
  if (response.ok && method === 'POST') unusedCode = null;
  return response;
}

/** `in` if the request was allowed, `out` if it was refused; otherwise the status. */
async function outcomeFor(route: Route, caller: Caller, requested: Requested): Promise<string> {
  const { status } = await send(requested, caller.headers);
  if (status === 401 || status === 403) return 'out';
  // A caller of another branch does not learn that the ticket exists.
  if (status === 404 && caller.is !== 'nobody' && route.branch === 'theirs' && !caller.branches.includes(1))
    return 'out';
  if (status < 300) return 'in';
  // The caller has access, and a real course is open, PostgreSQL has the data, or there is an owner.
  if (status === 409 && /\/(?:practice|system\/backup|set-up\/link)$/.test(route.route)) return 'in';
  // The caller has access; the request itself is invalid.
  return status === 400 && (route.nobody === 'yes' || route.route.includes('/api/auth/')) ? 'in' : `${status}`;
}

describe('docs/access.md', () => {
  it('lists every path that the server answers, and no other', () => {
    const ofApi = ENDPOINTS.map(({ method, path: of }) => `${method} ${of}`);
    const open = openRoutes(server.core).map(({ method, path: of }) => `${method} ${of}`);
    const source = readFileSync(path.join(import.meta.dirname, '../create-server.ts'), 'utf8');
    const others = [...source.matchAll(/pathname [!=]== '([^']+)'/g)]
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
      let requested = await requestOf(route);
      for (const caller of callers) {
        const outcome = await outcomeFor(route, caller, requested);
        outcomes.push([caller.who, outcome]);
        // A refused request used up nothing.
        if (outcome !== 'out') requested = await requestOf(route);
      }
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
        const withToken = {
          ...callers[0],
          headers: { ...headers, Authorization: `Bearer ${METRICS_TOKEN}` },
        } as Caller;
        expect([who, await outcomeFor(route, withToken, await requestOf(route))]).toEqual([who, 'in']);
      }
    },
  );

  it.each(ROUTES.filter(({ route, nobody }) => route.startsWith('POST') && nobody !== 'signed'))(
    'refuses pages of other origins, for every caller: $route',
    async (route) => {
      const requested = await requestOf(route);
      for (const origin of ['http://elsewhere.example', 'null', 'http://127.0.0.1:1'])
        for (const { who, headers } of callers)
          expect([who, (await send(requested, { ...headers, Origin: origin })).status]).toEqual([who, 403]);
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

  const isTablet = ({ is }: Caller) => typeof is === 'object' && 'view' in is && is.view === 'ready';
  const isOfOneBranch = ({ is, branches }: Caller) => typeof is === 'object' && 'role' in is && branches.length === 1;

  it.each(ROUTES.filter(({ route }) => route.includes('/api/')))(
    'answers no other method to a tablet, a manager of one branch or nobody: $route',
    async (route) => {
      const { method, path: to } = await requestOf(route);
      const known = ROUTES.filter((other) => other.route.endsWith(` ${route.route.split(' ')[1]}`));
      const own = [method, ...known.map((other) => other.route.split(' ')[0])];
      const tried = callers.filter((caller) => isTablet(caller) || isOfOneBranch(caller) || caller.who === 'nobody');
      expect(tried.length).toBeGreaterThan(5);
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !own.includes(each)))
        for (const { who, headers } of tried) {
          const body = other === 'GET' ? null : '{}';
          const { status } = await fetch(`${server.url}${to}`, { method: other, headers, body });
          expect([other, who, status]).toEqual([other, who, expect.toBeOneOf([404, 405])]);
        }
    },
  );

  it.each(ROUTES.filter(({ route, nobody }) => route.startsWith('GET') && nobody !== 'token'))(
    'reveals nothing of a branch to tablets and managers of another one: $route',
    async (route) => {
      const { path: to } = await requestOf(route);
      const others = callers.filter(
        (caller) =>
          caller.branches[0] === 2 && (isTablet(caller) || isOfOneBranch(caller) || 'view' in Object(caller.is)),
      );
      expect(others.length).toBeGreaterThan(10);
      const owner = callers.find(({ who }) => who === 'the owner');
      const askedWith = async (headers: Record<string, string>, path: string) =>
        (await fetch(`${server.url}${path}`, { headers })).text();
      const variants = [
        to,
        to.replace('branch=1', 'branch=2'),
        to.replace(/\?.*/, ''),
        `${to.split('?')[0]}?branch=01`,
      ];
      for (const path of variants)
        for (const { who, headers } of others) {
          const text = await askedWith(headers, path);
          expect([path, who, text.includes(HOUSE), text.includes(GUEST)]).toEqual([path, who, false, false]);
        }
      // Proves that the texts are there to be found.
      if (route.route === 'GET /api/v1/board') expect(await askedWith(owner?.headers ?? {}, to)).toContain(HOUSE);
      if (route.route === 'GET /api/v1/deliveries') expect(await askedWith(owner?.headers ?? {}, to)).toContain('12');
      if (route.route === 'GET /api/v1/history/courses')
        expect(await askedWith(owner?.headers ?? {}, to)).toContain(GUEST);
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
