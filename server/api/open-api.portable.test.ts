import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import { KITCHEN_EVENTS } from '../../contract/constants';
import { type RunningServer, startServer } from '../testing/running-server';
import { ENDPOINTS } from './api';

type Description = {
  openapi: string;
  info: { license?: object };
  servers?: { url: string }[];
  webhooks?: Record<string, { post: Operation & { requestBody: Body } }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
};
type Body = { content: { 'application/json': { schema: Schema } } };
type Schema = { properties: Record<string, Schema & { type?: unknown }>; required?: string[]; anyOf?: Schema[] };
type Operation = {
  operationId?: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    schema: { type?: string; enum?: string[]; pattern?: string; minimum?: number; maximum?: number };
  }[];
  requestBody?: object;
  responses: Record<string, { description?: string; content: Record<string, object> }>;
};

let server: RunningServer;
let description: Description;
beforeAll(async () => {
  server = await startServer();
  description = await (await server.get('/api/v1/openapi.json')).json();
});
afterAll(() => server.stop());

const operationOf = (method: string, path: string) =>
  description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

it('lists every endpoint, and no other', () => {
  expect(description.openapi).toMatch(/^3\.1/);
  const listed = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const built = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  // Pairing is for callers without a token, so it is not defined like the others, but it is listed.
  expect(listed.toSorted()).toEqual([...built, 'POST /api/v1/pair', 'POST /api/v1/pairings'].toSorted());
});

it('gives every operation an id of its own, by which generated clients name it', () => {
  const ids = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId ?? ''),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^(get|post)[A-Z][A-Za-z]+$/);
  expect(operationOf('GET', '/api/v1/history/summary.csv')?.operationId).toBe('getHistorySummaryCsv');
  expect(operationOf('POST', '/api/v1/screens/:id/command')?.operationId).toBe('postScreensByIdCommand');
  expect(operationOf('GET', '/api/v1/tables/:number/:subNumber/evening')?.operationId).toBe(
    'getTablesByNumberBySubNumberEvening',
  );
});

it('says on which server its paths are, and under which licence', () => {
  expect(description.servers).toEqual([{ url: '/' }]);
  expect(description.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
});

it('describes what the POS posts, with the members that are needed', () => {
  expect(Object.keys(description.webhooks ?? {})).toEqual([...KITCHEN_EVENTS]);
  for (const [event, { post }] of Object.entries(description.webhooks ?? {})) {
    expect(post.operationId).toBe(event);
    expect(Object.keys(post.responses)).toEqual(['200', '400', '429', '503']);
    expect(post.parameters.map(({ name }) => name)).toEqual(['X-Service-Subscription-Id', 'X-Service-Signature']);
    const { properties, required } = post.requestBody.content['application/json'].schema;
    expect(required).toEqual(['event', 'sender', 'course']);
    expect(properties['event']?.required).toEqual(['eventTimestamp']);
    expect(properties['sender']?.required).toEqual(['branchNumber']);
    expect(properties['course']?.required).toEqual(['courseNumber']);
    expect(properties['course']?.properties['name']?.type).toEqual(['string', 'null']);
    expect(properties['table']?.anyOf?.[0]?.required).toBeUndefined();
  }
});

it('describes pairing as the server answers it', async () => {
  const post = (path: string, body: unknown) =>
    fetch(`${server.url}/api/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const statuses = (path: string) => Object.keys(operationOf('POST', path)?.responses ?? {});
  const started = await post('pairings', {});
  expect(started.status).toBe(200);
  const { token } = (await started.json()) as { token: string };
  expect(await (await post('pair', { token })).json()).toMatchObject({ waiting: true });
  server.setNow(Date.now() + 3_600_000);
  expect((await post('pair', { token })).status).toBe(410);
  server.setNow(null);
  expect(statuses('/api/v1/pair')).toEqual(['200', '400', '401', '403', '410', '413', '429', 'default']);
  expect(statuses('/api/v1/pairings')).toEqual(['200', '400', '403', '413', '429', '503', 'default']);
});

it('allows members to be added to replies, and refuses unknown ones in requests', () => {
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
  const closed = (part: unknown) => JSON.stringify(part).includes('"additionalProperties":false');
  expect(closed([description.components, operations.map(({ responses }) => responses)])).toBe(false);
  const bodies = operations.flatMap(({ requestBody }) => requestBody ?? []);
  expect(bodies.length).toBeGreaterThan(10);
  for (const body of bodies) expect([body, closed(body)]).toEqual([body, true]);
});

it('describes who may use every endpoint', () => {
  for (const { method, path } of ENDPOINTS)
    expect(operationOf(method, path)?.description).toMatch(/^For (screens of view \w.*|managers|owners)\.$/);
  expect(operationOf('GET', '/api/v1/refusals')?.description).toBe('For managers.');
  expect(operationOf('GET', '/api/v1/audit')?.description).toBe('For owners.');
});

it('says how a caller of every endpoint identifies itself', () => {
  const ofScreens = ['screenToken', 'screenCookie'];
  for (const { method, path, views, managers } of ENDPOINTS) {
    const schemes = operationOf(method, path)?.security?.flatMap((each) => Object.keys(each));
    const ofManagers = managers === 'none' ? [] : ['session'];
    expect([path, schemes]).toEqual([path, [...(views.length > 0 ? ofScreens : []), ...ofManagers]]);
  }
  expect(Object.keys(description.components.securitySchemes)).toEqual([...ofScreens, 'session']);
});

it('has no broken references', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
  expect(references.length).toBeGreaterThan(5);
  for (const reference of new Set(references)) {
    const found = reference
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], description);
    expect([reference, typeof found]).toEqual([reference, 'object']);
  }
  expect(Object.keys(description.components.schemas).toSorted()).toEqual([
    'Board',
    'Delivery',
    'Problem',
    'Summary',
    'Table',
    'Ticket',
  ]);
});

it('describes each parameter once, with its place and its type', () => {
  for (const { method, path } of ENDPOINTS) {
    const parameters = operationOf(method, path)?.parameters ?? [];
    const names = parameters.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `:${name}`);
    expect(inPath.toSorted()).toEqual((path.match(/:\w+/g) ?? []).toSorted());
    for (const parameter of parameters) {
      expect(parameter.required).toBe(parameter.in === 'path');
      const { type, enum: values, pattern } = parameter.schema;
      expect([path, parameter.name, type]).toEqual([path, parameter.name, expect.any(String)]);
      // Texts that stand for a boolean would admit no boolean.
      if (type !== 'string')
        expect([path, parameter.name, values, pattern]).toEqual([path, parameter.name, undefined, undefined]);
    }
  }
});

it('gives the bounds of every number in a request, at which the server refuses it', () => {
  let tried = 0;
  for (const { method, path, query } of ENDPOINTS) {
    for (const { name, schema } of operationOf(method, path)?.parameters ?? []) {
      if (schema.type !== 'integer') continue;
      const { minimum = Number.NaN, maximum = Number.NaN } = schema;
      const shape = (query as z.ZodObject).shape[name] as z.ZodType;
      const accepted = [minimum - 1, minimum, maximum, maximum + 1].map(
        (value) => shape.safeParse(String(value)).success,
      );
      expect([path, name, accepted]).toEqual([path, name, [false, true, true, false]]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(20);
});

it('describes the successful response of each endpoint and its problems', () => {
  for (const { method, path, body, alsoRefuses = [] } of ENDPOINTS) {
    const responses = operationOf(method, path)?.responses ?? {};
    const refuses = [400, 401, 403, 404, 429, 503, ...(body ? [413] : []), ...alsoRefuses];
    expect([path, Object.keys(responses).toSorted()]).toEqual([
      path,
      ['200', ...refuses.map(String).toSorted(), 'default'],
    ]);
    for (const [status, { description }] of Object.entries(responses))
      expect([path, status, description]).toEqual([path, status, expect.any(String)]);
    const types = Object.keys(responses['200']?.content ?? {});
    if (path.endsWith('.csv')) expect(types).toEqual(['text/csv']);
    else expect(types).toContain('application/json');
    for (const status of ['400', '401', '403', '404', '429', 'default'])
      expect(Object.keys(responses[status]?.content ?? {})).toEqual(['application/problem+json']);
  }
});
