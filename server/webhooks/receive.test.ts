import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody, eventMembers } from '../testing/events';
import { KEY, signedHeaders } from '../testing/pos-key';
import { type Reply, type Sent, send } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';
import { sign } from './sign';

/** A name in every request of this file, which no answer may contain. */
const MARK = 'Echo7f3a';
const AT = Date.UTC(2026, 5, 19, 15, 32);
const GOOD = eventBody({ at: AT, name: MARK });
const LARGE = Buffer.alloc(10 * 1024 * 1024, MARK);
const signed = (body: string | Uint8Array, headers: Record<string, string> = {}): Sent => ({
  body,
  headers: { ...signedHeaders(body), 'User-Agent': MARK, ...headers },
});

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = await addProgram(server);
  await server.post('kitchenStartCourse', GOOD);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.warnings.length = 0;
});

const at = (path: string) => `${server.url}${path}`;
const without = ({ headers = {}, ...sent }: Sent, name: string): Sent => {
  const { [name]: _, ...others } = headers;
  return { ...sent, headers: others };
};
const codeOf = (reply: Reply) => JSON.parse(reply.body.toString()).error?.code;

function expectNoEcho({ headers, body }: Reply): void {
  expect(`${JSON.stringify(headers)}${body.toString('latin1')}`.toLowerCase()).not.toContain(MARK.toLowerCase());
}

function expectSigned(reply: Reply, prefix = 'x-service'): void {
  expect(reply.headers[`${prefix}-signature`]).toBe(sign(reply.body, KEY));
}

function expectUnsigned({ headers }: Reply): void {
  expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
}

describe('a refused request', () => {
  const START = '/webhooks/kitchenStartCourse';
  const refusals: [name: string, code: string, sent: () => Sent][] = [
    ['without a subscription header', 'NO_SUBSCRIPTION_ID', () => without(signed(GOOD), 'X-Service-Subscription-Id')],
    ['without any header', 'NO_SUBSCRIPTION_ID', () => ({ body: GOOD })],
    [
      'of an unknown subscription',
      'INVALID_SUBSCRIPTION_ID',
      () => signed(GOOD, { 'X-Service-Subscription-Id': MARK }),
    ],
    ['without a signature', 'NO_SIGNATURE', () => without(signed(GOOD), 'X-Service-Signature')],
    ['with a signature that is none', 'INVALID_SIGNATURE', () => signed(GOOD, { 'X-Service-Signature': MARK })],
    ['with the signature of other bytes', 'INVALID_SIGNATURE', () => ({ ...signed(GOOD), body: `${GOOD} ` })],
    [
      'with a doubled signature',
      'INVALID_SIGNATURE',
      () => {
        const { headers = {}, body = '' } = signed(GOOD);
        const signature = String(headers['X-Service-Signature']);
        return { body, headers: { ...headers, 'X-Service-Signature': [signature, signature] } };
      },
    ],
    [
      'with a doubled subscription',
      'INVALID_SUBSCRIPTION_ID',
      () => {
        const { headers = {}, body = '' } = signed(GOOD);
        return { body, headers: { ...headers, 'X-Service-Subscription-Id': ['heatlamp', 'heatlamp'] } };
      },
    ],
    ['of 10 MB, declared', 'INVALID_DATA', () => signed(LARGE)],
    ['of 10 MB, in chunks', 'INVALID_DATA', () => ({ ...signed(LARGE), isChunked: true })],
    ['of one byte more than 256 KB', 'INVALID_DATA', () => signed(Buffer.alloc(256 * 1024 + 1, ' '))],
    ['that is compressed', 'INVALID_DATA', () => signed(gzipSync(GOOD), { 'Content-Encoding': 'gzip' })],
    ['that claims to be compressed', 'INVALID_DATA', () => signed(GOOD, { 'Content-Encoding': 'br' })],
    ['too large, before it is from nobody', 'INVALID_DATA', () => ({ body: LARGE })],
  ];

  it.each(refusals)('%s is answered 400 %s, unsigned, logged once, and not stored', async (_, code, sentOf) => {
    const before = await newestDeliveries(server, token);
    const reply = await send(at(START), sentOf());
    expect([reply.status, codeOf(reply)]).toEqual([400, code]);
    expect(reply.headers['content-type']).toBe('application/json');
    expectUnsigned(reply);
    expectNoEcho(reply);
    expect(server.warnings).toHaveLength(1);
    expect(server.logged.join()).not.toContain(MARK);
    expect(await newestDeliveries(server, token)).toEqual(before);
    expect((await send(at(START), signed(GOOD))).status).toBe(200);
  });

  it('closes the connection if the rest of the request need not be read', async () => {
    expect((await send(at(START), signed(LARGE))).headers.connection).toBe('close');
    expect((await send(at(START), signed(GOOD, { 'Content-Encoding': 'gzip' }))).headers.connection).toBe('close');
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is answered 405 with Allow', async (method) => {
    const before = await newestDeliveries(server, token);
    const reply = await send(at(START), { method, headers: signedHeaders(GOOD), body: method === 'PUT' ? LARGE : '' });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
    if (method !== 'HEAD') expect(codeOf(reply)).toBe('METHOD_NOT_ALLOWED');
    expectUnsigned(reply);
    expect(server.warnings).toHaveLength(1);
    expect(await newestDeliveries(server, token)).toEqual(before);
  });
});

describe('an unreadable signed body', () => {
  const { event, sender } = eventMembers({ at: AT });
  const till = JSON.stringify({ event, sender, scanCode: { scannedCode: '' } });
  const unreadable: [name: string, code: string, path: string, sent: Sent][] = [
    ['that is not JSON', 'INVALID_JSON', 'kitchenStartCourse', signed(MARK)],
    ['that is empty', 'INVALID_JSON', 'kitchenStartCourse', signed('')],
    ['that is not UTF-8', 'INVALID_JSON', 'kitchenStartCourse', signed(Buffer.from(GOOD.replace(MARK, 'é'), 'latin1'))],
    [
      'of another shape',
      'INVALID_DATA',
      'kitchenStartCourse',
      signed(GOOD.replace('"courseNumber":3', `"courseNumber":"${MARK}"`)),
    ],
    ['that is a list', 'INVALID_DATA', 'kitchenServeCourse', signed(`["${MARK}"]`)],
    ['without a course', 'NO_EVENT_DETAILS', 'kitchenServeCourse', signed('{"event":{}}')],
    ['without a Content-Type', 'NO_CONTENT_TYPE', 'kitchenStartCourse', without(signed(GOOD), 'Content-Type')],
    [
      'of another Content-Type',
      'INVALID_CONTENT_TYPE',
      'kitchenStartCourse',
      signed(GOOD, { 'Content-Type': `text/${MARK}` }),
    ],
    ['of a scan without a code', 'NO_SCANNED_CODE', 'scanCode', signed(till)],
  ];

  it.each(unreadable)(
    '%s is stored unchanged, answered 400 %s with a signature, and logged once',
    async (_, code, event, sent) => {
      const before = await newestDeliveries(server, token);
      const reply = await send(at(`/webhooks/${event}`), sent);
      expect([reply.status, codeOf(reply)]).toEqual([400, code]);
      expectSigned(reply);
      expectNoEcho(reply);
      expect(server.warnings).toHaveLength(1);
      expect(server.logged.join()).not.toContain(MARK);

      const [kept, ...older] = await newestDeliveries(server, token);
      expect(older).toEqual(before);
      const bytes = Buffer.from(kept?.body ?? Buffer.from(kept?.bodyBase64 ?? '', 'base64'));
      expect(bytes).toEqual(Buffer.from(sent.body ?? ''));
      expect(kept).toMatchObject({ outcome: 'unreadable', pathEvent: event, subscription: 'heatlamp', ticketId: null });
      expect(await newestDeliveries(server, token, '&outcome=unreadable')).toContainEqual(kept);
      expect((await send(at('/webhooks/kitchenStartCourse'), signed(GOOD))).status).toBe(200);
    },
  );
});

it('is answered {} and signed with the key and the header prefix of the request', async () => {
  const body = eventBody({ at: AT + 1 });
  const headers = { ...signedHeaders(body, { prefix: 'X-Some-Brand' }), 'Content-Type': 'application/json' };
  const reply = await send(at('/webhooks/kitchenCompleteCourse'), { body, headers });
  expect([reply.status, reply.body.toString()]).toEqual([200, '{}']);
  expect(reply.headers['content-type']).toBe('application/json');
  expectSigned(reply, 'x-some-brand');
  expect(server.warnings).toEqual([]);
});

it('finds the event after any prefix, with an extra slash, a query or an escaped letter', async () => {
  const paths = ['/a/b/webhooks/', '//webhooks/', '/api/v1/webhooks/', '/webhooks/webhooks/', '/é%20/../x/webhooks/'];
  for (const path of paths) {
    const reply = await send(encodeURI(at(`${path}kitchenStartCourse`)), signed(GOOD));
    expect([path, reply.status, reply.body.toString()]).toEqual([path, 200, '{}']);
  }
  for (const end of ['kitchenStartCourse/', 'kitchenStartCourse?a=b', 'kitchenStart%43ourse'])
    expect((await send(at(`/webhooks/${end}`), signed(GOOD))).status).toBe(200);
  const stored = (await newestDeliveries(server, token)).slice(0, paths.length + 3);
  expect(new Set(stored.map(({ pathEvent }) => pathEvent))).toEqual(new Set(['kitchenStartCourse']));
});
