import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Socket as ClientSocket, io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { eventBody } from '../testing/events';
import { signedHeaders } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { BUDGETS } from './budgets';

/** Another address of this machine than that of the POS. */
const STRANGER = '127.0.0.2';

let server: RunningServer;
const sockets: Socket[] = [];
const clients: ClientSocket[] = [];
beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const client of clients.splice(0)) client.close();
  await server.stop();
});

function open(localAddress = STRANGER): Socket {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

const isClosed = async (socket: Socket) => {
  if (!socket.closed) await once(socket, 'close');
  return true;
};
/** Opens more connections from 127.0.0.1 than a stranger may have, and returns the responses. */
function overManyConnections(): Promise<string[]> {
  const connections = Array.from({ length: BUDGETS.strangerConnectionsPerAddress + 20 }, () => open('127.0.0.1'));
  for (const connection of connections) connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return Promise.all(
    connections.map((connection) =>
      Promise.race([once(connection, 'data').then(String), once(connection, 'close').then(() => 'closed')]),
    ),
  );
}

const later = (ms: number) => {
  const realNow = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ms);
};
/** Nothing is refilled until the result is restored. */
const stopClock = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now());
const postDelivery = async () =>
  (await server.post('kitchenStartCourse', eventBody({ at: Date.now(), expected: null }))).status;

type Answer = { status: number; type: string | undefined };

function answerOf(path: string, agent: Agent, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { agent, localAddress: STRANGER, ...options }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const statusOf = async (path: string, agent: Agent, options?: RequestOptions) =>
  (await answerOf(path, agent, options)).status;

it('closes the connections of a stranger above its share, and keeps room for the POS', async () => {
  const connections = Array.from({ length: BUDGETS.strangerConnectionsPerAddress + 20 }, open);
  await Promise.all(connections.slice(-20).map(isClosed));
  expect(connections.filter(({ closed }) => closed)).toHaveLength(20);
  expect(server.warnings).toContain('a connection was closed: its address, or all that are unknown, have too many');
  expect(await postDelivery()).toBe(200);
});

it.each([
  ['/healthz', 200],
  ['/socket.io/?EIO=4&transport=polling', 404],
])('answers a stranger 429 above its share of requests for %s, and the POS always', async (path, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { burst } = BUDGETS.strangerRequests;
  const clock = stopClock();
  const statuses = await Promise.all(Array.from({ length: burst * 3 }, () => statusOf(path, agent)));
  clock.mockRestore();
  agent.destroy();
  expect(statuses.filter((each) => each === status).length).toBeGreaterThanOrEqual(burst);
  expect(statuses.filter((each) => each === 429).length).toBeGreaterThan(0);
  expect(server.logged).toContain(
    `a request was refused: its address, or all that are unknown, sent too many {"address":"${STRANGER}"}`,
  );
  expect(await postDelivery()).toBe(200);
  for (let each = 0; each < burst + 100; each += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

it('answers 429 on a path of the API with a problem, and to a POS in its own form', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  stopClock();
  const refusedTypes = async (path: string, options?: RequestOptions) => {
    const { burst } = BUDGETS.strangerRequests;
    const answers = await Promise.all(Array.from({ length: burst * 2 }, () => answerOf(path, agent, options)));
    return new Set(answers.flatMap(({ status, type }) => (status === 429 ? [type] : [])));
  };
  expect(await refusedTypes('/api/v1/openapi.json')).toEqual(new Set(['application/problem+json']));
  expect(await refusedTypes('/webhooks/scanCode', { method: 'POST' })).toEqual(new Set(['application/json']));
  agent.destroy();
});

it('counts deliveries above the share of strangers as refusals of their subscription, and no others', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  stopClock();
  const posts = (headers: Record<string, string>) =>
    Promise.all(
      Array.from({ length: BUDGETS.strangerRequests.burst * 2 }, () =>
        statusOf('/webhooks/kitchenStartCourse', agent, { method: 'POST', headers }),
      ),
    );
  const ofPos = await posts({ 'X-Service-Subscription-Id': 'heatlamp', 'X-Service-Signature': 'wrong' });
  const others = await posts({ 'X-Service-Subscription-Id': 'guessed' });
  agent.destroy();
  expect(others).toContain(429);
  expect(server.core.refusals.list().refusals.filter(({ code }) => code === 'TOO_MANY')).toMatchObject([
    { subscriptionId: 'heatlamp', count: ofPos.filter((status) => status === 429).length, last: { address: STRANGER } },
  ]);
});

it('has room for the bodies of strangers that is limited, and other room for the POS', async () => {
  expect(await postDelivery()).toBe(200);
  const answers: string[] = [];
  const bytes = 200_000;
  const most = Math.ceil(BUDGETS.strangerBodyBytes / bytes) + 5;
  for (let each = 0; each < most; each += 1) {
    const socket = open();
    socket.on('data', (data: Buffer) => answers.push(data.toString()));
    const headers = { Host: 'x', ...signedHeaders('another body'), 'Content-Length': String(bytes + 1) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /webhooks/kitchenStartCourse HTTP/1.1\r\n${lines.join('')}\r\n${'x'.repeat(bytes)}`);
  }
  await expect.poll(() => answers.filter((answer) => answer.startsWith('HTTP/1.1 503')).length).toBeGreaterThan(0);
  expect(await postDelivery()).toBe(200);
});

it('closes a socket whose handshake does not come, or is too long', async () => {
  const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const [silent, loud] = [new WebSocket(url), new WebSocket(url)];
  const closed = Promise.all([once(silent, 'close'), once(loud, 'close')]);
  await once(loud, 'open');
  loud.on('error', () => {});
  // Tiny frames: two connections of them kept the server busy.
  for (let each = 0; each < BUDGETS.handshakeBytes; each += 1) loud.ping('');
  await closed;
});

const addScreen = async (name: string) =>
  (await server.command<{ token: string }>('screen add', { name, branches: [1], view: 'ready' })).token;

it('closes the sockets of a screen that asks for more boards than any screen does, and not those of others', async () => {
  const [hostile, honest] = [await addScreen('hostile'), await addScreen('honest')];
  const connects = async (token: string) => {
    const options = { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false };
    const client = io(server.url, options);
    clients.push(client);
    const outcome = await new Promise<'board' | 'closed'>((resolve) => {
      client.once('board:snapshot', () => resolve('board'));
      client.once('disconnect', () => resolve('closed'));
      client.once('connect_error', () => resolve('closed'));
    });
    return { client, outcome };
  };
  const other = await connects(honest);
  const most = BUDGETS.deviceMessages.burst / BUDGETS.boardOrTap;
  const clock = stopClock();
  let boards = 0;
  // A new connection gains nothing.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { client, outcome } = await connects(hostile);
    if (outcome === 'closed') continue;
    boards += 1;
    const closed = new Promise((resolve) => client.once('disconnect', resolve));
    for (let each = 0; each < 2 * most; each += 1)
      client.emit('board:resync', { epoch: 'another', version: 0 }, () => {
        boards += 1;
      });
    await closed;
  }
  clock.mockRestore();
  expect(boards).toBeLessThanOrEqual(most);
  expect(server.warnings).toContain('a device sent too many messages');
  expect(await other.client.emitWithAck('board:resync', { epoch: 'another', version: 0 })).toHaveProperty('tickets');
});

it.each([
  ['boards', 'GET', '/api/v1/board', 200],
  ['taps', 'POST', '/api/v1/tickets/1-1-1/notes', 404],
])(
  'answers 429 to a screen that sends more %s over HTTP than any screen does, and not to others',
  async (_, method, path, status) => {
    const [hostile, honest] = [await addScreen('hostile'), await addScreen('honest')];
    const most = BUDGETS.deviceMessages.burst / BUDGETS.boardOrTap;
    const send = (token: string) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(method === 'POST' ? { body: JSON.stringify({ noteId: randomUUID(), kind: 'hide' }) } : {}),
      });
    const clock = stopClock();
    const statuses = new Map<number, number>();
    for (let each = 0; each < most + 20; each += 1) {
      const sent = await send(hostile);
      await sent.text();
      statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [status, most],
      [429, 20],
    ]);
    // A socket gains nothing.
    const client = io(server.url, { transports: ['websocket'], auth: { token: hostile }, reconnection: false });
    clients.push(client);
    await new Promise((resolve) => client.once('disconnect', resolve));
    clock.mockRestore();
    expect((await send(honest)).status).toBe(status);
  },
);

it('closes the socket of a screen that taps more than any screen does', async () => {
  const client = io(server.url, {
    transports: ['websocket'],
    auth: { token: await addScreen('hostile') },
    reconnection: false,
  });
  clients.push(client);
  await new Promise((resolve) => client.once('board:snapshot', resolve));
  const most = BUDGETS.deviceMessages.burst / BUDGETS.boardOrTap;
  const clock = stopClock();
  let answers = 0;
  const closed = new Promise((resolve) => client.once('disconnect', resolve));
  for (let each = 0; each < 2 * most; each += 1)
    client.emit('ticket:note', { noteId: randomUUID(), kind: 'hide', ticketId: '1-1-1' }, () => {
      answers += 1;
    });
  await closed;
  clock.mockRestore();
  expect(answers).toBeLessThanOrEqual(most);
});

it('knows the address of a screen for as long as the screen is connected', async () => {
  const { token } = await server.command<{ token: string }>('screen add', {
    ...{ name: 'wall', branches: [1], view: 'kitchen' },
  });
  const wall = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  clients.push(wall);
  const head = () => new Promise((resolve) => wall.once('board:head', resolve));
  await head();
  later(2 * BUDGETS.knownAddressMs);
  // The first one may have been sent before.
  await head();
  await head();
  for (const answer of await overManyConnections()) expect(answer).toContain('200 OK');
});

it('knows the address of the POS over the hours in which the restaurant is closed', async () => {
  expect(await postDelivery()).toBe(200);
  later(BUDGETS.knownPosMs / 2);
  for (const answer of await overManyConnections()) expect(answer).toContain('200 OK');
});

it('closes a socket of a screen that sends more than any screen does', async () => {
  const { token } = await server.command<{ token: string }>('screen add', { name: 's', branches: [1], view: 'ready' });
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  socket.on('error', () => {});
  const messages: string[] = [];
  socket.on('message', (message: Buffer) => messages.push(message.toString()));
  await once(socket, 'open');
  socket.send(`40${JSON.stringify({ token })}`);
  await expect.poll(() => messages.some((message) => message.startsWith('42["board:snapshot"'))).toBe(true);
  const closed = once(socket, 'close');
  const sending = setInterval(() => {
    for (let each = 0; each < 200 && socket.readyState === WebSocket.OPEN; each += 1)
      socket.send(`42["unknown event","${'x'.repeat(500)}"]`);
  }, 5);
  await closed;
  clearInterval(sending);
});
