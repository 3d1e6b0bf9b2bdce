import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CountedRefusal, RefusalList } from '../../contract/deliveries';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { KEY, SECRET, signedHeaders } from '../testing/pos-key';
import { send } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';
import { type SigningKey, sign } from '../webhooks/sign';

const BODY = eventBody({ at: Date.now() - 60_000, name: 'Mains for the Jansens' });

let server: RunningServer;
let cookie: string;
let startedAt: number;
beforeEach(async () => {
  startedAt = Date.now();
  server = await startServer();
  await server.post('kitchenStartCourse', BODY);
  cookie = await signedIn(server);
  return () => server.stop();
});
/** No report of a refused request contains its body, its whole signature, or our secrets. */
afterEach(async () => {
  const reply = await (await ask()).text();
  for (const hidden of ['Jansens', SECRET, sign(Buffer.from(BODY), KEY)]) expect(reply).not.toContain(hidden);
});

const ask = (headers: Record<string, string> = { Cookie: cookie }) =>
  fetch(`${server.url}/api/v1/refusals`, { headers });

async function refusals(): Promise<CountedRefusal[]> {
  const reply = (await (await ask()).json()) as RefusalList;
  return reply.refusals;
}

/** Posts with a signature by another key. */
const post = (key: Partial<SigningKey>, headers: Record<string, string> = {}) =>
  send(`${server.url}/webhooks/kitchenStartCourse`, {
    body: BODY,
    headers: { ...signedHeaders(BODY, { key: { ...KEY, ...key } }), 'User-Agent': 'pos/7', ...headers },
  });

it('returns the start of counting, and no refusals at first', async () => {
  const reply = await (await ask()).json();
  expect(reply.refusals).toEqual([]);
  expect(Date.parse(reply.since)).toBeGreaterThanOrEqual(startedAt);
  expect(Date.parse(reply.since)).toBeLessThanOrEqual(Date.now());
});

it('counts refusals by cause, and returns the last of each with its headers', async () => {
  for (const agent of ['pos/7', 'pos/8']) await post({ secretEncoding: 'utf8' }, { 'User-Agent': agent });
  await post({}, { 'X-Service-Subscription-Id': 'restaurant', Cookie: 'a=secret', Authorization: 'Bearer secret' });
  const [unknown, wrong] = await refusals();
  expect(unknown).toMatchObject({
    code: 'INVALID_SUBSCRIPTION_ID',
    subscriptionId: null,
    count: 1,
    finding: null,
    last: { address: '127.0.0.1', event: 'kitchenStartCourse' },
  });
  expect(unknown?.last.headers).toMatchObject({ 'x-service-subscription-id': 'restaurant', 'user-agent': 'pos/7' });
  expect(JSON.stringify(unknown)).not.toContain('secret"');
  expect(Object.keys(unknown?.last.headers ?? {})).not.toContain('authorization');
  expect(wrong).toMatchObject({
    code: 'INVALID_SIGNATURE',
    subscriptionId: 'heatlamp',
    count: 2,
    finding: { is: 'signed-otherwise', secretEncoding: 'utf8', signatureEncoding: null, algorithm: null },
    hint: 'the signature does not match; it would match with --secret-encoding utf8',
  });
  expect(wrong?.last.headers['user-agent']).toBe('pos/8');
  expect(wrong?.last.headers['x-service-signature']).toMatch(/^.{8}…$/);
  expect((wrong?.firstAt ?? '') <= (wrong?.lastAt ?? '')).toBe(true);
});

it.each<[string, Partial<SigningKey>, object]>([
  ['by nobody’s secret', { secret: Buffer.alloc(32, 7).toString('base64') }, { is: 'unknown-secret' }],
  ['in hexadecimal', { signatureEncoding: 'hex' }, { is: 'signed-otherwise', signatureEncoding: 'hex' }],
  ['by SHA-1', { algorithm: 'sha1' }, { is: 'signed-otherwise', algorithm: 'sha1' }],
])('finds out that a request was signed %s', async (_, key, finding) => {
  await post(key);
  expect((await refusals())[0]).toMatchObject({ code: 'INVALID_SIGNATURE', finding });
});

const addCafe = () => server.command<{ secret: string }>('subscription add', { ...KEY, id: 'cafe', secret: undefined });

it('detects a signature of another subscription', async () => {
  const { secret } = await addCafe();
  await post({ secret });
  expect((await refusals())[0]?.finding).toEqual({ is: 'other-subscription', id: 'cafe' });
});

it('detects a signature with an expired secret', async () => {
  const { secret } = await addCafe();
  await server.command('subscription rotate', { id: 'cafe' });
  await server.command('subscription rotate', { id: 'cafe', finish: true });
  await post({ secret }, { 'X-Service-Subscription-Id': 'cafe' });
  expect((await refusals())[0]).toMatchObject({ subscriptionId: 'cafe', finding: { is: 'ended-secret' } });
});

it('keeps earlier explanations while refusals come too fast to diagnose', async () => {
  for (let times = 0; times < 5; times += 1) await post({ secretEncoding: 'utf8' });
  expect((await refusals())[0]).toMatchObject({
    count: 5,
    finding: { is: 'signed-otherwise', secretEncoding: 'utf8' },
  });
});

it("distinguishes the faults of a body, and counts no request of another method, such as a browser's", async () => {
  const url = `${server.url}/webhooks/kitchenStartCourse`;
  await send(url, { body: Buffer.alloc(257 * 1024, ' '), headers: signedHeaders(BODY) });
  await send(url, { body: BODY, headers: { ...signedHeaders(BODY), 'Content-Encoding': 'gzip' } });
  await send(url, { method: 'GET' });
  expect((await refusals()).map(({ code, problem }) => [code, problem]).toSorted()).toEqual([
    ['INVALID_DATA', 'encoded'],
    ['INVALID_DATA', 'too-large'],
  ]);
});

it('keeps a few of countless headers, and 200 of countless causes', async () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`X-A${n}-Signature`, 'y'.repeat(90)]));
  await send(`${server.url}/webhooks/${'e'.repeat(900)}`, { body: BODY, headers: { ...many, Host: 'here' } });
  const [last] = await refusals();
  expect(Object.keys(last?.last.headers ?? {}).length).toBeLessThanOrEqual(30);
  expect(last?.last.event.length).toBeLessThanOrEqual(200);
});

it('is open to managers of every branch, and to no screen', async () => {
  const token = await addProgram(server, [1, 2]);
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(403);
  expect((await ask({})).status).toBe(401);
  const ofOne = await signedIn(server, { name: 'bram', branches: [1] });
  expect((await ask({ Cookie: ofOne })).status).toBe(403);
  expect((await ask()).status).toBe(200);
});
