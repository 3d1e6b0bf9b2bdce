import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_PIPELINED, MAX_PIPELINED_BYTES, oneAtATime } from './bounded-server';

let server: Server;
let client: Socket;
/** Started requests in order, with their responses. */
let begun: { path: string; response: ServerResponse }[];
let received: string;
beforeEach(async () => {
  begun = [];
  received = '';
  server = createServer(
    oneAtATime(({ url = '' }, response) => {
      begun.push({ path: url, response });
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (bytes) => {
    received += bytes;
  });
  client.on('error', () => {});
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const sendRequests = (...paths: string[]) =>
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
const paths = () => begun.map(({ path }) => path);
const ends = (index: number) => begun[index]?.response.end(`answer ${index}`);

it('starts a request when the previous one was answered, and answers all in order', async () => {
  sendRequests('/a', '/b', '/c');
  for (const [index, path] of ['/a', '/b', '/c'].entries()) {
    await vi.waitFor(() => expect(paths().at(-1)).toBe(path), 60_000);
    expect(begun).toHaveLength(index + 1);
    // An answer out of turn would wait without a connection.
    expect(begun[index]?.response.socket).not.toBeNull();
    ends(index);
  }
  await vi.waitFor(() => expect(received.match(/answer \d/g)).toEqual(['answer 0', 'answer 1', 'answer 2']), 60_000);
  sendRequests('/d');
  await vi.waitFor(() => expect(paths()).toEqual(['/a', '/b', '/c', '/d']), 60_000);
});

it('starts no further request of a closed connection', async () => {
  sendRequests('/a', '/b');
  await vi.waitFor(() => expect(begun).toHaveLength(1), 60_000);
  const closed = once(begun[0]?.response as ServerResponse, 'close');
  client.destroy();
  await closed;
  ends(0);
  await new Promise((later) => setTimeout(later, 50));
  expect(paths()).toEqual(['/a']);
});

it('accepts a limited number of pipelined requests, and disconnects a client that sends more', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
  sendRequests(...many(1 + MAX_PIPELINED));
  for (let index = 0; index <= MAX_PIPELINED; index += 1) {
    await vi.waitFor(() => expect(begun).toHaveLength(index + 1), { interval: 1, timeout: 60_000 });
    ends(index);
  }
  await vi.waitFor(() => expect(received).toContain(`answer ${MAX_PIPELINED}`), 60_000);

  const cut = once(client, 'close');
  sendRequests(...many(2 + MAX_PIPELINED));
  await cut;
  expect(begun).toHaveLength(1 + MAX_PIPELINED + 1);
});

it('keeps a limited number of bytes of pipelined requests, and disconnects a client that sends more', async () => {
  const body = 'b'.repeat(60_000);
  const post = `POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const few = Math.floor(MAX_PIPELINED_BYTES / post.length);
  sendRequests('/a');
  client.write(post.repeat(few));
  for (let index = 0; index <= few; index += 1) {
    await vi.waitFor(() => expect(begun).toHaveLength(index + 1), { interval: 1, timeout: 60_000 });
    ends(index);
  }
  await vi.waitFor(() => expect(received).toContain(`answer ${few}`), 60_000);

  const cut = new Promise((closed) => client.once('close', closed));
  sendRequests('/a');
  client.write(post.repeat(MAX_PIPELINED));
  await cut;
  expect(begun).toHaveLength(1 + few + 1);
});
