import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCREEN_VIEWS, type ScreenView } from '../../contract/constants';
import { boardShape } from '../../contract/live';
import { problemShape } from '../../contract/parts';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { ENDPOINTS } from './api';

const AT = Date.now() - 10 * 60_000;

let server: RunningServer;
const tokens: Partial<Record<ScreenView, string>> = {};
beforeAll(async () => {
  server = await startServer();
  for (const view of SCREEN_VIEWS) tokens[view] = (await addScreen(view)).token;
  await server.post('kitchenStartCourse', eventBody({ at: AT }));
  const counter = { orderId: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', year: 2026, number: 6501, ticketNumber: 1 };
  await server.post('kitchenStartCourse', eventBody({ at: AT, order: null, number: null, cafeteria: counter }));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.warnings.length = 0;
});

function addScreen(view: ScreenView, branches = [1]): Promise<{ id: number; token: string }> {
  return server.command('screen add', { name: view, branches, view });
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const sent = path.includes('/actions') ? ACTION : path.includes('/kiosk/') ? { pin: '' } : null;
  const body = sent && method === 'POST' ? { body: JSON.stringify(sent) } : {};
  return fetch(`${server.url}${path}`, { method, headers, ...body });
}

/** Expects an RFC 9457 problem with this status. */
async function expectProblem(answer: Response, status: number): Promise<ReturnType<typeof problemShape.parse>> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  const problem = problemShape.parse(await answer.json());
  expect(problem).toMatchObject({ status, type: 'about:blank' });
  expect(problem.detail).not.toBe('');
  return problem;
}

const ACTION = { actionId: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', kind: 'claim' };

/** The path of every endpoint, with values for its parameters. */
const PATHS = ENDPOINTS.map(({ method, path, views }) => ({
  method,
  views,
  path: path
    .replace(':number', '12')
    .replace(':subNumber', '2')
    .replace(':code', 'K7M4QX')
    .replace(':id', path.includes('tickets') ? '1-99-1' : 'nothing'),
}));

describe('the caller', () => {
  it.each(PATHS)('must have a token at $method $path', async ({ method, path }) => {
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', `Token ${tokens.api}`, 'Bearer a b']) {
      const answer = await ask(path, authorization === '' ? {} : { Authorization: authorization }, method);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      await expectProblem(answer, 401);
    }
  });

  it('may be identified by the cookie of a paired screen, among other cookies', async () => {
    const cookie = `theme=dark; heatlamp_screen=${tokens.kitchen}; x=y=z`;
    expect((await ask('/api/v1/board', { Cookie: cookie })).status).toBe(200);
    await expectProblem(await ask('/api/v1/board', { Cookie: 'heatlamp_screen=guess' }), 401);
    await expectProblem(await ask('/api/v1/board', { Cookie: `xheatlamp_screen=${tokens.kitchen}` }), 401);
  });

  it('may write the scheme of the token in any case', async () => {
    expect((await ask('/api/v1/board', { Authorization: `bearer  ${tokens.api}` })).status).toBe(200);
  });
});

/** Endpoints that answer for every branch of the caller. */
const OF_ALL_ITS_BRANCHES = [
  '/api/v1/live',
  '/api/v1/history/summary.csv',
  '/api/v1/deliveries/counts',
  '/api/v1/deliveries/nothing',
];

describe('the access of a screen', () => {
  const branchPaths = PATHS.filter(
    ({ method, path, views }) => method === 'GET' && views.includes('api') && !OF_ALL_ITS_BRANCHES.includes(path),
  );
  it.each(branchPaths)('is limited to its branches at $path', async ({ path }) => {
    const { token } = await addScreen('api', [1, 2]);
    const [first] = [await ask(`${path}?branch=1`, { Authorization: `Bearer ${token}` })];
    expect(first?.status).toBe(200);
    await expectProblem(await ask(`${path}?branch=3`, { Authorization: `Bearer ${token}` }), 403);
    const { errors } = await expectProblem(await ask(path, { Authorization: `Bearer ${token}` }), 400);
    expect(errors).toEqual([{ parameter: 'branch', message: expect.stringContaining('1, 2') }]);
  });

  it('names the build of the pages of the server', async () => {
    expect(await (await server.get('/api/v1/board', tokens.kitchen)).json()).toMatchObject({ build: 'none' });
  });

  it('for guests has counter tickets only, and no table', async () => {
    const house = boardShape.parse(await (await server.get('/api/v1/board', tokens.kitchen)).json());
    const guests = boardShape.parse(await (await server.get('/api/v1/board', tokens.pickup)).json());
    expect(house.tickets.map(({ orderKind }) => orderKind)).toEqual(['table', 'cafeteria']);
    expect(house.tickets.every(({ table }) => table !== null)).toBe(true);
    expect(guests.tickets).toEqual([{ ...house.tickets[1], table: null }]);
    expect([house.tables.length, guests.tables]).toEqual([1, []]);
    expect(JSON.stringify(guests)).not.toContain('Smith');
  });
});

describe('paths', () => {
  /** Whether an endpoint answers: the name of one path may match the parameter of another, `replay` the `:id`. */
  const find = (method: string, path: string) =>
    ENDPOINTS.some(
      (each) => each.method === method && new RegExp(`^${each.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
    );

  it.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v2/board',
    '/api/v1/boards',
    '/api/v1/board/1',
    '/api/v1/%ff',
    '/api/v1/tables/1/evening',
  ])('that lead nowhere are a problem: %s', async (path) => {
    await expectProblem(await ask(path), 404);
    await expectProblem(await ask(path, { Authorization: `Bearer ${tokens.api}` }, 'DELETE'), 404);
  });

  it.each([...new Set(PATHS.map(({ path }) => path))])('name the methods that they accept: %s', async (path) => {
    const answered = ['GET', 'HEAD', 'POST'].filter((method) => find(method === 'HEAD' ? 'GET' : method, path));
    for (const wrong of ['PUT', 'DELETE', 'PATCH', 'GET', 'POST'].filter((method) => !answered.includes(method))) {
      const answer = await ask(path, { Authorization: `Bearer ${tokens.api}` }, wrong);
      expect(answer.headers.get('allow')).toBe(answered.join(', '));
      await expectProblem(answer, 405);
    }
  });

  it('answer HEAD as GET, without the body', async () => {
    const as = { Authorization: `Bearer ${tokens.api}` };
    const head = await ask('/api/v1/board', as, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe((await ask('/api/v1/board', as)).headers.get('content-length'));
    expect((await ask('/api/v1/board', {}, 'HEAD')).status).toBe(401);
    expect((await ask('/api/v1/openapi.json', {}, 'HEAD')).status).toBe(200);
  });

  it('may end in a slash', async () => {
    expect((await ask('/api/v1/board/', { Authorization: `Bearer ${tokens.api}` })).status).toBe(200);
  });

  it('of health need no token', async () => {
    expect(await (await ask('/healthz')).json()).toEqual({ alive: true });
    const ready = await ask('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ ready: true, databaseAway: false, inboxBytes: 0 });
  });
});

it('keeps a screen that connected before after another one is added', async () => {
  const seenAt = async () => {
    const screens = await server.command<{ name: string; lastSeenAt: string | null }[]>('screen list');
    return screens.find(({ name }) => name === 'ready')?.lastSeenAt ?? null;
  };
  await server.get('/api/v1/board', tokens.ready);
  const seen = await seenAt();
  expect(seen).not.toBeNull();
  await addScreen('kitchen');
  expect(await seenAt()).toBe(seen);
});
