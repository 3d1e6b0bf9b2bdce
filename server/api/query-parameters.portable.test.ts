import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { SCREEN_VIEWS } from '../../contract/constants';
import { problemShape } from '../../contract/parts';
import { cursorText } from '../http/cursor';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { ENDPOINTS } from './api';

let server: RunningServer;
/** Headers by caller. */
const callers = new Map<string, Record<string, string>>();
beforeAll(async () => {
  server = await startServer();
  for (const view of SCREEN_VIEWS) {
    const { token } = await server.command<{ token: string }>('screen add', { name: view, branches: [1], view });
    callers.set(view, { Authorization: `Bearer ${token}` });
  }
  callers.set(OWNER, { Cookie: await signedIn(server, { role: 'owner' }) });
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000 }));
  await server.post('kitchenStartCourse', 'unreadable');
});
afterAll(() => server.stop());

const OWNER = 'owner';
/** A program if it has access, else the first view that has, else a manager. */
const askedBy = (views: readonly string[]) => (views.includes('api') ? 'api' : (views[0] ?? OWNER));

const LONG = 'x'.repeat(201);
const INTEGERS = [
  '',
  ' ',
  'x',
  '1.5',
  '1e3',
  '0x1',
  '+1',
  ' 1',
  '1 ',
  '１',
  '99999999999',
  '2147483648',
  'null',
  '1\0',
];
const INSTANTS = [
  '',
  'now',
  '0',
  '1781883121969',
  '2026-06-19',
  '2026-06-19T15:30:00',
  '2026-02-30T12:00:00Z',
  '15:30Z',
];
const base64 = (text: string) => Buffer.from(text).toString('base64url');

/** Invalid values of each parameter of the API. A parameter that is missing here fails the tests. */
const NONSENSE: Record<string, string[]> = {
  branch: INTEGERS,
  limit: [...INTEGERS, '0', '-1', '1001'],
  from: INSTANTS,
  to: INSTANTS,
  course: ['', LONG, 'a\0'],
  q: ['', LONG, '\0', 'a\0b'],
  service: ['', LONG, 'brunch', '%', 'dinner '],
  table: ['', 'x', '1/', '/1', '1/2/3', '1.5', '+1', ' 1', '9'.repeat(41), '1/x'],
  number: ['x', '1.5', '+1', '%20', '9'.repeat(41)],
  subNumber: ['x', '1.5', '--1', '9'.repeat(41)],
  id: ['x'.repeat(61), '%00'],
  code: ['x'.repeat(41)],
  orderKind: ['', 'Table', 'counter', 'table,cafeteria'],
  state: ['', 'ready', 'KITCHEN-TICKET-STATE-', 'KITCHEN-TICKET-STATE-DELETED', 'completed'],
  outcome: ['', 'Applied', 'unread'],
  cause: ['', 'Not-json', 'json'],
  late: ['', 'TRUE', 'maybe', '2'],
  guests: INTEGERS,
  weekday: [...INTEGERS, '0', '8', '-1'],
  hour: [...INTEGERS, '24', '-1'],
  nextDay: ['', 'TRUE', 'maybe', '2'],
  leftOut: ['', 'Bulk', 'late', 'bulk,clock'],
  of: ['', 'Gap', 'cooking'],
  atLeast: [...INTEGERS, '-1'],
  under: [...INTEGERS, '-1'],
  tickets: ['', '1', '1-1', '1-1-1,', '1-1-1 ', 'a-1-1', '1-1-1-1', Array(201).fill('1-1-1').join(',')],
  kind: ['', 'View', 'views'],
  by: ['', LONG, 'a\0'],
  groupBy: ['', 'Course', 'month', 'course,day'],
  cursor: [
    '',
    'x',
    base64('null'),
    base64('[]'),
    base64('{}'),
    base64('{"beganAt":"1"}'),
    base64('{"beganAt":1.5,"id":1}'),
    base64('{"receivedAt":1,"id":"\\u0000"}'),
    base64('{"id":2147483648}'),
  ],
};

type Parameter = { endpoint: string; path: string; name: string; isInPath: boolean };

const PARAMETERS: Parameter[] = ENDPOINTS.flatMap(({ method, path, query }) => {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).map((name) => ({
    endpoint: `${method} ${path}`,
    path,
    name,
    isInPath: path.includes(`:${name}`),
  }));
});

const filled = (path: string, values: Record<string, string> = {}) =>
  path.replace(
    /:(\w+)/g,
    (_, name: string) => values[name] ?? (name === 'id' && !path.includes('/screens/') ? '1-1-1' : '12'),
  );

async function ask(route: string, path: string, query: [string, string][] = []): Promise<Response> {
  const { method, views } = ENDPOINTS.find((each) => `${each.method} ${each.path}` === route) ?? { views: [] };
  const headers = callers.get(askedBy(views)) ?? {};
  return fetch(`${server.url}${path}?${new URLSearchParams(query)}`, { ...(method ? { method } : {}), headers });
}

/** Expects a 400 that explains what is wrong with this parameter. */
async function expectNamed(answer: Response, parameter: string): Promise<void> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  const { errors = [] } = problemShape.parse(await answer.json());
  expect(errors.map((error) => error.parameter)).toEqual([parameter]);
  const [{ message } = { message: '' }] = errors;
  expect(message.length).toBeGreaterThan(4);
  expect(message).not.toMatch(/Invalid|expected|regex/i);
}

describe('a parameter', () => {
  it.each(PARAMETERS)('$name of $endpoint is refused by name if it is invalid', async (parameter) => {
    const { endpoint, path, name, isInPath } = parameter;
    expect(Object.keys(NONSENSE)).toContain(name);
    for (const value of NONSENSE[name] ?? []) {
      const answer = isInPath
        ? await ask(endpoint, filled(path, { [name]: value }))
        : await ask(endpoint, filled(path), [[name, value]]);
      expect([value, answer.status]).toEqual([value, 400]);
      await expectNamed(answer, name);
    }
  });

  it.each(PARAMETERS)(
    '$name of $endpoint may be there once, and in its place',
    async ({ endpoint, path, name, isInPath }) => {
      const twice: [string, string][] = [
        [name, '1'],
        [name, '1'],
      ];
      await expectNamed(await ask(endpoint, filled(path), isInPath ? twice.slice(1) : twice), name);
    },
  );
});

describe.each(ENDPOINTS.map(({ method, path }) => ({ method, path })))('$method $path', ({ method, path }) => {
  it.each(['nonsense', 'Branch', '__proto__', 'constructor', 'toString', 'branch[]', ''])(
    'knows no parameter %j',
    async (name) => {
      await expectNamed(await ask(`${method} ${path}`, filled(path), [[name, '1']]), name);
    },
  );

  it('names every parameter that is wrong', async () => {
    const answer = await ask(`${method} ${path}`, filled(path), [
      ['nonsense', '1'],
      ['other', '2'],
    ]);
    const { errors = [] } = problemShape.parse(await answer.json());
    expect(errors.map(({ parameter }) => parameter)).toEqual(['nonsense', 'other']);
  });
});

const RANGED = [
  '/api/v1/history/courses',
  '/api/v1/history/courses.csv',
  '/api/v1/history/summary',
  '/api/v1/history/summary.csv',
  '/api/v1/history/serves',
  '/api/v1/deliveries',
];

describe.each(RANGED)('%s', (path) => {
  it('refuses a range that ends before it starts, and accepts an empty one', async () => {
    const [earlier, later] = ['2026-06-19T15:30:00.000Z', '2026-06-19T15:30:00.001Z'];
    const range = (from: string, to: string): [string, string][] => [
      ['from', from],
      ['to', to],
    ];
    await expectNamed(await ask(`GET ${path}`, path, range(later, earlier)), 'to');
    expect((await ask(`GET ${path}`, path, range(earlier, earlier))).status).toBe(200);
    expect((await ask(`GET ${path}`, path, range('2026-06-19T17:30:00+02:00', later))).status).toBe(200);
  });
});

describe.each(RANGED.filter((path) => !/summary|serves/.test(path)))('%s', (path) => {
  it('refuses a cursor that was modified, or that belongs to another list', async () => {
    const deliveries = cursorText({ receivedAt: 1, id: 'a' });
    const courses = cursorText({ beganAt: 1, orderKey: 1, courseNumber: 1, round: 1 });
    const [own, foreign] = path.includes('courses') ? [courses, deliveries] : [deliveries, courses];
    expect((await ask(`GET ${path}`, path, [['cursor', own ?? '']])).status).toBe(200);
    for (const wrong of [foreign, own?.slice(4), own?.slice(0, -3), `A${own}`])
      await expectNamed(await ask(`GET ${path}`, path, [['cursor', wrong ?? '']]), 'cursor');
  });
});

describe('replies', () => {
  it.each(ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.endsWith('.csv')))(
    'of $path have the documented shape, and nothing else',
    async ({ path, reply }) => {
      const { deliveries } = await (await ask('GET /api/v1/deliveries', '/api/v1/deliveries')).json();
      const { code } = await (await fetch(`${server.url}/api/v1/pairings`, { method: 'POST' })).json();
      const number = path.includes('/branches/') ? '1' : '12';
      const values = { number, subNumber: '2', id: deliveries[0].id, code };
      const answer = await ask(`GET ${path}`, filled(path, values));
      expect(answer.status).toBe(200);
      const body = await answer.json();
      expect(reply.parse(body)).toEqual(body);
    },
  );
});
