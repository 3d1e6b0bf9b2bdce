import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { KEY, signedHeaders } from '../testing/pos-key';
import { openConnection } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';

const AT = Date.now() - 10 * 60_000;
const GOOD = eventBody({ at: AT });
const REFUSED = /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*Content-Type: application\/json\r\n[\s\S]*"code":"INVALID_DATA"/;

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

/** The bytes of a request with a signed delivery. */
function bytesOf(body: string, headers: Record<string, string> = {}, event = 'kitchenStartCourse'): string {
  const all = {
    Host: 'kitchen',
    'Content-Length': String(Buffer.byteLength(body)),
    ...signedHeaders(body),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /webhooks/${event} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const count = async () => (await newestDeliveries(server, token)).length;
const expectAlive = async () => expect((await server.post('kitchenStartCourse', GOOD)).status).toBe(200);

describe('invalid HTTP', () => {
  const huge = 'x'.repeat(20_000);
  it.each([
    ['garbage', 'hello\r\n\r\n'],
    ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex')],
    ['a method that is none', 'KITCHEN /webhooks/x HTTP/1.1\r\n\r\n'],
    ['a request to be a proxy', 'CONNECT else.example:443 HTTP/1.1\r\nHost: else.example\r\n\r\n'],
    ['an HTTP version that is none', 'POST / HTTP/9.9\r\n\r\n'],
    ['a huge header', bytesOf(GOOD, { 'X-Huge': huge })],
    ['a huge path', bytesOf(GOOD, {}, huge)],
    ['a header without a name', 'POST /webhooks/x HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
    ['a NUL in a header', 'POST /webhooks/x HTTP/1.1\r\nHost: a\0b\r\n\r\n'],
    ['two lengths', bytesOf(GOOD, { 'content-length': '3' })],
    ['a length that is none', 'POST /webhooks/x HTTP/1.1\r\nHost: a\r\nContent-Length: ten\r\n\r\n'],
    ['a length beside chunks', bytesOf(GOOD, { 'Transfer-Encoding': 'chunked' })],
    ['a folded header', 'POST /webhooks/x HTTP/1.1\r\nHost: a\r\n b\r\n\tc: d\r\n\r\n'],
  ])('%s is answered 400, once in the log', async (_, bytes) => {
    const before = await count();
    const connection = openConnection(server.url);
    connection.write(bytes);
    const answer = await connection.all();
    expect(answer).toMatch(REFUSED);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(answer).not.toContain('xxxx');
    expect(server.warnings).toHaveLength(1);
    expect(await count()).toBe(before);
    await expectAlive();
    connection.destroy();
  });

  it('a flood of garbage is answered and logged once', async () => {
    const connection = openConnection(server.url);
    for (let part = 0; part < 20; part += 1) connection.write('not http at all\r\n'.repeat(5_000));
    expect(await connection.all()).toMatch(REFUSED);
    await expectAlive();
    expect(server.warnings).toHaveLength(1);
    connection.destroy();
  });
});

describe('an interrupted request', () => {
  const half = bytesOf(GOOD).slice(0, -10);
  const chunked = bytesOf('', { 'Content-Length': '', 'Transfer-Encoding': 'chunked' }).replace(
    'Content-Length: \r\n',
    '',
  );

  it('whose sender still listens is answered 400, logged once, and not stored', async () => {
    const before = await count();
    for (const bytes of [half, `${chunked}5\r\nabcde\r\n`]) {
      server.warnings.length = 0;
      const connection = openConnection(server.url);
      connection.write(bytes);
      connection.end();
      const answer = await connection.all();
      expect(answer).toMatch(REFUSED);
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
      expect(answer.toLowerCase()).not.toContain('signature:');
      await expectAlive();
      expect(server.warnings).toEqual(['webhook refused: the sender disconnected before the body was complete']);
    }
    expect(await count()).toBe(before + 2);
  });

  it('whose sender has disconnected is not stored', async () => {
    const before = await count();
    for (let time = 0; time < 20; time += 1) {
      const connection = openConnection(server.url);
      connection.write(half);
      connection.destroy();
    }
    await expectAlive();
    expect(await count()).toBe(before + 1);
  });

  it('with an invalid chunk is answered 400', async () => {
    const connection = openConnection(server.url);
    connection.write(`${chunked}zz\r\nabc\r\n`);
    expect(await connection.all()).toMatch(REFUSED);
    await expectAlive();
    expect(server.warnings).toHaveLength(1);
  });
});

describe('a valid delivery', () => {
  it('may arrive byte by byte', async () => {
    const connection = openConnection(server.url);
    for (const byte of Buffer.from(bytesOf(GOOD))) {
      connection.write(Buffer.of(byte));
      await new Promise((next) => setImmediate(next));
    }
    expect(await connection.answers(1)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{\}$/);
    connection.destroy();
  });

  it('may be one of many in one packet, each answered in order', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => eventBody({ at: AT, course: 10 + index }));
    const pieces = bodies.map((body) => bytesOf(body));
    pieces.splice(3, 0, bytesOf(GOOD, { 'X-Service-Signature': 'AAAA' }));
    const before = await count();
    const connection = openConnection(server.url);
    connection.write(pieces.join(''));
    const answer = await connection.answers(9);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([200, 200, 200, 400, 200, 200, 200, 200, 200]);
    expect(await count()).toBe(before + 8);
    connection.destroy();
  });

  it('is stored even if garbage follows on its connection', async () => {
    const body = eventBody({ at: AT, course: 30 });
    const connection = openConnection(server.url);
    connection.write(`${bytesOf(body)}\r\n\r\ngarbage\r\n\r\n`);
    await connection.all();
    await expectAlive();
    expect((await newestDeliveries(server, token)).map((delivery) => delivery.body)).toContain(body);
    connection.destroy();
  });

  it('is answered although its connection then sends CONNECT', async () => {
    const body = eventBody({ at: AT, course: 31 });
    const connection = openConnection(server.url);
    connection.write(`${bytesOf(body)}CONNECT else.example:443 HTTP/1.1\r\nHost: else.example\r\n\r\n`);
    expect(await connection.all()).toMatch(/^HTTP\/1\.1 [24]00 /);
    await expectAlive();
    expect((await newestDeliveries(server, token)).map((delivery) => delivery.body)).toContain(body);
    connection.destroy();
  });

  it.each([
    ['over HTTP/1.0', (bytes: string) => bytes.replace('HTTP/1.1', 'HTTP/1.0')],
    ['without a Host', (bytes: string) => bytes.replace('Host: kitchen\r\n', '')],
    ['that waits for 100 Continue', (bytes: string) => bytes.replace('Host:', 'Expect: 100-continue\r\nHost:')],
    ['with an unknown expectation', (bytes: string) => bytes.replace('Host:', 'Expect: magic\r\nHost:')],
    [
      'that offers HTTP/2',
      (bytes: string) =>
        bytes.replace(
          'Host:',
          'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\nHost:',
        ),
    ],
    [
      'that offers a web socket',
      (bytes: string) => bytes.replace('Host:', 'Connection: Upgrade\r\nUpgrade: websocket\r\nHost:'),
    ],
    ['to a whole address', (bytes: string) => bytes.replace('POST /', 'POST http://kitchen.example/')],
  ])('%s is accepted', async (_, change) => {
    const before = await count();
    const connection = openConnection(server.url);
    connection.write(change(bytesOf(GOOD)));
    const answer = await connection.answers(1);
    expect(answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await count()).toBe(before + 1);
    connection.destroy();
  });
});

describe('a slow sender', () => {
  it('of headers is disconnected with 400, logged once, while others are answered', async () => {
    const patience = server.server.headersTimeout;
    const connection = openConnection(server.url);
    connection.write('POST /webhooks/kitchenStartCourse HTTP/1.1\r\nHost: kit');
    await expectAlive();
    server.server.headersTimeout = 200;
    expect(await connection.all()).toMatch(REFUSED);
    expect(server.warnings).toHaveLength(1);
    server.server.headersTimeout = patience;
  });

  it('that has sent nothing yet is disconnected without an answer, which it would take for that of its next delivery', async () => {
    const patience = server.server.headersTimeout;
    server.server.headersTimeout = 200;
    const connection = openConnection(server.url);
    expect(await connection.all()).toBe('');
    expect(server.warnings).toEqual([]);
    server.server.headersTimeout = patience;
  });

  it.each([
    ['is removed', ['subscription remove', {}], 'INVALID_SUBSCRIPTION_ID'],
    ['ends its secret', ['subscription rotate', { finish: true }], 'INVALID_SIGNATURE'],
    ['may not send for its branch any more', ['subscription limit', { branches: [2] }], 'INVALID_DATA'],
  ] as const)('whose subscription %s until the body has arrived is refused', async (_, [command, change], code) => {
    const id = `slow: ${code}`;
    await server.command('subscription add', { id, ...KEY });
    await server.command('subscription rotate', { id });
    const bytes = bytesOf(GOOD, signedHeaders(GOOD, { id }));
    const begun = once(server.server, 'request');
    const connection = openConnection(server.url);
    connection.write(bytes.slice(0, -10));
    await begun;
    await server.command(command, { id, ...change });
    connection.write(bytes.slice(-10));
    const answer = await connection.answers(1);
    expect([answer.slice(0, 12), /"code":"(\w+)"/.exec(answer)?.[1]]).toEqual(['HTTP/1.1 400', code]);
    connection.destroy();
  });

  it('without a subscription is refused before its body has arrived', async () => {
    const connection = openConnection(server.url);
    connection.write('POST /webhooks/kitchenStartCourse HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n{');
    expect(await connection.answers(1)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"NO_SUBSCRIPTION_ID"/);
    connection.destroy();
  });

  it('that stays connected after the refusal does not keep the server from stopping', async () => {
    const other = await startServer();
    const connection = openConnection(other.url);
    connection.write('garbage\r\n\r\n');
    await connection.all();
    await other.stop();
    connection.destroy();
  });
});
