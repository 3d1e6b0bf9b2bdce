import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SUBSCRIPTION } from '../harness/pos-key';

/** Another address of this machine (Linux) than that of the POS. */
const STRANGER = '127.0.0.66';
const RETRY_MS = 50;

export type Target = { port: number; token: string; until: number };

/** What somebody on the network does, until a time (epoch ms). */
export const ATTACKS = {
  'pages: 300 connections with 10 pipelined requests for /login': (target) =>
    keepOpen(target, 300, (socket) => void socket.write(request('GET', '/login').repeat(10))),
  'pages: 50 connections that ask for other addresses all the time': (target) =>
    keepOpen(target, 50, (socket) => {
      const ask = () => {
        const noise = randomBytes(6).toString('hex');
        const paths = [`/kitchen?x=${noise}`, `/${noise}`, `/manager/${noise}`, `/overview?${noise}`];
        for (const path of paths) socket.write(request('GET', path, { RSC: '1', Cookie: `heatlamp_screen=${noise}` }));
      };
      ask();
      socket.on('data', ask);
    }),
  'webhooks: 50 connections with an unknown subscription': (target) =>
    keepOpen(target, 50, (socket) => {
      const post = request('POST', '/webhooks/kitchenStartCourse', { 'Content-Length': '2' }, '{}');
      socket.write(post);
      socket.on('data', () => void socket.write(post));
    }),
  'webhooks: bodies of 255 KB with a wrong signature, not quite finished': (target) =>
    keepOpen(target, 400, (socket) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Service-Subscription-Id': SUBSCRIPTION,
        'X-Service-Signature': randomBytes(32).toString('base64'),
        'Content-Length': String(255_001),
      };
      socket.write(request('POST', '/webhooks/kitchenStartCourse', headers, 'x'.repeat(255_000)));
    }),
  'requests: 400 connections with a body that never ends': (target) =>
    keepOpen(target, 400, (socket) => {
      socket.write(request('GET', '/healthz', { 'Content-Length': '1000000' }));
      every(socket, 500, () => 'x');
    }),
  'requests: 400 connections with headers that never end': (target) =>
    keepOpen(target, 400, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
      every(socket, 500, () => `X-${randomBytes(3).toString('hex')}: 1\r\n`);
    }),
  'sockets: 40 without a handshake, one-byte fragments between pongs': (target) =>
    keepOpen(target, 40, (socket) => {
      socket.write(UPGRADE);
      const many = Buffer.concat([
        frame(0x01, 'x'),
        ...Array(400)
          .fill([frame(0x00, 'x'), frame(0x8a, '')])
          .flat(),
      ]);
      every(socket, 5, () => many);
    }),
  'sockets: 2 without a handshake, tiny frames without a pause': (target) =>
    keepOpen(target, 2, (socket) => {
      socket.write(UPGRADE);
      const many = Buffer.concat(Array(20_000).fill(frame(0x89, '')));
      every(socket, 5, () => (socket.writableLength < many.length ? many : null));
    }),
  'tablet: 2 sockets of a paired screen, unknown events without a pause': (target) =>
    keepOpen(target, 2, (socket) => {
      socket.write(UPGRADE);
      socket.write(frame(0x81, `40${JSON.stringify({ token: target.token })}`));
      const many = Buffer.concat(Array(2_000).fill(frame(0x81, '42["nothing known",{}]')));
      every(socket, 5, () => (socket.writableLength < many.length ? many : null));
    }),
} satisfies Record<string, (target: Target) => Promise<void>>;
export type AttackName = keyof typeof ATTACKS;

const UPGRADE = request('GET', '/socket.io/?EIO=4&transport=websocket', {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
});

function request(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** A masked frame of WebSocket with a payload of at most 1,000 bytes. `head` has the final bit and the opcode. */
function frame(head: number, payload: string): Buffer {
  const text = Buffer.from(payload);
  const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff];
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([Buffer.from([head, ...length, 0, 0, 0, 0]), text]);
}

/** Writes what `next` returns every so many ms, while the connection is open. */
function every(socket: Socket, ms: number, next: () => string | Buffer | null): void {
  const timer = setInterval(() => {
    const bytes = next();
    if (bytes !== null && socket.writable) socket.write(bytes);
  }, ms);
  socket.once('close', () => clearInterval(timer));
}

/** Keeps this many connections open until the time is over, and opens closed ones again. */
async function keepOpen({ port, until }: Target, count: number, begin: (socket: Socket) => void): Promise<void> {
  const one = async () => {
    while (Date.now() < until) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: STRANGER }, () => begin(socket));
      socket.on('error', () => {});
      socket.resume();
      const closed = new Promise<void>((done) => socket.once('close', () => done()));
      await Promise.race([closed, wait(until - Date.now())]);
      socket.destroy();
      await wait(RETRY_MS);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
}
