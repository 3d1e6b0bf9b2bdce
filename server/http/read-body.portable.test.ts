import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection, send } from '../testing/requests';
import { MAX_BODY_BYTES, type ReadBody, readBody } from './read-body';

let server: Server;
let url: string;
let read: (result: ReadBody) => void = () => {};
let timeoutMs = 60_000;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const result = await readBody(request, { timeoutMs });
    read(result);
    response.writeHead(200, { Connection: 'close' }).end(result.ok ? `${result.body.length}` : result.why);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('accepts 256 KB and no byte more, declared or in chunks', async () => {
  for (const isChunked of [false, true]) {
    const answer = async (size: number) => (await send(url, { body: Buffer.alloc(size), isChunked })).body.toString();
    expect(await answer(MAX_BODY_BYTES)).toBe(String(MAX_BODY_BYTES));
    expect(await answer(MAX_BODY_BYTES + 1)).toBe('too-large');
    expect(await answer(0)).toBe('0');
  }
});

it('reads bodies of one connection that arrive with their headers, after them, in pieces or together', async () => {
  const closed: Promise<unknown>[] = [];
  const keeping = createServer(async (request, response) => {
    closed.push(once(request, 'close'));
    const result = await readBody(request, { timeoutMs });
    response.end(JSON.stringify(result.ok ? { body: result.body.toString() } : result));
  });
  await once(keeping.listen(0, '127.0.0.1'), 'listening');
  const connection = openConnection(`http://127.0.0.1:${(keeping.address() as AddressInfo).port}`);
  const head = (length: string) => `POST / HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`;
  const whole = (body: string) => `${head(`Content-Length: ${body.length}`)}${body}`;

  connection.write(whole('with'));
  await connection.answers(1);
  let arrived = once(keeping, 'request');
  connection.write(head('Content-Length: 5'));
  await arrived;
  connection.write('after');
  await connection.answers(2);
  arrived = once(keeping, 'request');
  connection.write(`${head('Content-Length: 6')}pie`);
  await arrived;
  connection.write('ces');
  await connection.answers(3);
  connection.write(
    `${whole('')}${whole('together')}${head('Transfer-Encoding: chunked')}2\r\nch\r\n4\r\nunks\r\n0\r\n\r\n`,
  );
  const received = await connection.answers(6);
  await Promise.all(closed);
  connection.destroy();
  keeping.close();
  expect(received.match(/(?<="body":")\w*/g)).toEqual(['with', 'after', 'pieces', '', 'together', 'chunks']);
});

it('refuses a body that arrives too slowly', async () => {
  const patience = timeoutMs;
  timeoutMs = 150;
  const connection = openConnection(url);
  connection.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  expect(await connection.all()).toContain('too-slow');
  connection.destroy();
  timeoutMs = patience;
});

it('refuses a body that is too large and never ends', async () => {
  const connection = openConnection(url);
  connection.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\nabc');
  expect(await connection.all()).toContain('too-large');
  connection.destroy();
});

it('notices that the sender has disconnected', async () => {
  const noticed = new Promise<ReadBody>((resolve) => {
    read = resolve;
  });
  const connection = openConnection(url);
  const arrived = once(server, 'request');
  connection.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  await arrived;
  connection.destroy();
  expect(await noticed).toEqual({ ok: false, why: 'gone' });
});

it('refuses compressed bodies, but accepts the encoding identity', async () => {
  const answer = async (encoding: string) =>
    (await send(url, { body: 'abc', headers: { 'Content-Encoding': encoding } })).body.toString();
  expect([await answer('gzip'), await answer('identity, br'), await answer(' Identity ')]).toEqual([
    'encoded',
    'encoded',
    '3',
  ]);
});
