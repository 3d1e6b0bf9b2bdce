import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signIn } from '../../tools/harness/child-server';
import type { Diagnosis } from '../cli/doctor';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { openSocket } from '../testing/node-pair';
import { signedHeaders } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { BUDGETS } from './budgets';

/** Another address of this machine than that of the POS. */
const STRANGER = '127.0.0.2';

let server: RunningServer;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
});

function open(localAddress = STRANGER): Socket {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** Resolves to what comes first on a connection; null if it is closed instead. */
const textOf = (socket: Socket): Promise<string | null> =>
  Promise.race([once(socket, 'data').then(String), once(socket, 'close').then(() => null)]);

const GET = 'GET /overview HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Opens as many connections of strangers as there may be, from four addresses, with an answered request on some. */
async function holdAll(): Promise<Socket[]> {
  const each = BUDGETS.strangerConnections / 4;
  const held = Array.from({ length: 4 * each }, (_, index) => open(`127.0.0.${10 + Math.floor(index / each)}`));
  const asking = held.filter((_, index) => index % 4 === 0);
  for (const socket of asking) socket.write(GET);
  for (const answer of await Promise.all(asking.map(textOf))) expect(answer).toContain('200 OK');
  const count = () => new Promise<number>((resolve) => server.server.getConnections((_, open) => resolve(open)));
  await expect.poll(count).toBeGreaterThanOrEqual(held.length);
  return held;
}

/** The bytes of a signed delivery. */
function deliveryBytes(body: string, headers: Record<string, string> = signedHeaders(body)): string {
  const all = { Host: 'x', ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /webhooks/kitchenStartCourse HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Connects a socket with a token. Resolves to whether it gets a board or is closed. */
async function connectScreen(token: string) {
  const client = openSocket(server, token, { reconnection: false });
  const hasBoard = await new Promise<boolean>((resolve) => {
    client.once('board:snapshot', () => resolve(true));
    client.once('disconnect', () => resolve(false)).once('connect_error', () => resolve(false));
  });
  return { client, hasBoard };
}

const addScreen = () => addProgram(server, [1], 'ready');

const closedOf = (held: readonly Socket[]) => held.filter(({ closed }) => closed).length;

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

describe('from the start of the server, while strangers hold every connection', () => {
  it('lets a delivery, a screen and a health check in', async () => {
    const token = await addScreen();
    const held = await holdAll();
    expect(await postDelivery()).toBe(200);
    expect(await connectScreen(token)).toMatchObject({ hasBoard: true });
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const check = open('127.0.0.1');
      check.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect(await textOf(check)).toContain('200 OK');
    }
    expect(closedOf(held)).toBeGreaterThan(0);
    expect(server.warnings).toContain('a connection was ended to make room for others: too many are open');
  });

  it('lets a delivery in whose body comes later than its head', async () => {
    await holdAll();
    const body = eventBody({ at: Date.now(), expected: null });
    const bytes = deliveryBytes(body);
    const till = open('127.0.0.1');
    till.write(bytes.slice(0, -10));
    const others = Array.from({ length: 20 }, () => open('127.0.0.10'));
    await Promise.all(others.map((socket) => once(socket, 'connect')));
    till.write(bytes.slice(-10));
    expect(await textOf(till)).toContain('200 OK');
  });

  it('ends no connection that has shown who it is, and says how many others were ended', async () => {
    const till = open('127.0.0.1');
    const bytes = deliveryBytes(eventBody({ at: Date.now(), expected: null }));
    till.write(bytes);
    expect(await textOf(till)).toContain('200 OK');
    const wall = (await connectScreen(await addScreen())).client;
    await holdAll();
    const more = Array.from({ length: 10 }, () => open('127.0.0.1'));
    for (const socket of more) {
      socket.write(GET);
      expect(await textOf(socket)).toContain('200 OK');
    }
    till.write(bytes);
    expect(await textOf(till)).toContain('200 OK');
    expect(wall.connected).toBe(true);

    expect(server.core.admission.cut()).toEqual({ connections: 10, deliveries: 0 });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^heatlamp_cut_connections_total 1\d$/m);
    const { findings } = await server.command<Diagnosis>('doctor');
    expect(findings.map(({ what }) => what).filter((what) => what.includes('ended since the start'))).toEqual([
      expect.stringMatching(/^1\d connections were ended since the start to make room for others$/),
    ]);
  });

  it('ends no connection of a proxy in TRUST_PROXY, and counts its requests by the address of the client', async () => {
    await server.stop();
    server = await startServer(undefined, { TRUST_PROXY: '127.0.0.9' });
    const proxy = open('127.0.0.9');
    await holdAll();
    const more = Array.from({ length: 10 }, () => open('127.0.0.10'));
    await Promise.all(more.map((socket) => once(socket, 'connect')));
    stopClock();
    const statuses = new Set<string | undefined>();
    for (let each = 0; each <= BUDGETS.strangerRequests.burst && !statuses.has('429'); each += 1) {
      proxy.write(GET.replace('\r\n\r\n', '\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n'));
      statuses.add((await textOf(proxy))?.slice(9, 12));
    }
    expect(statuses).toEqual(new Set(['200', '429']));
  });

  it('ends a socket of the board that has sent no token like any other connection', async () => {
    const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const silent = new WebSocket(url, { localAddress: '127.0.0.10' });
    const closed = once(silent, 'close');
    await once(silent, 'open');
    await holdAll();
    await closed;
  });
});

it('answers 600 first deliveries at once from one address', async () => {
  const bytes = deliveryBytes(eventBody({ at: Date.now(), expected: null }));
  const answers = await Promise.all(
    Array.from({ length: 600 }, () => {
      const socket = open();
      socket.write(bytes);
      return textOf(socket);
    }),
  );
  expect(new Set(answers.map((answer) => answer?.slice(0, 15)))).toEqual(new Set(['HTTP/1.1 200 OK']));
});

it('[F21f] answers a delivery whose connection must make room 503, and counts it', async () => {
  const begun = once(server.server, 'request');
  const slow = open();
  slow.write(deliveryBytes('x'.repeat(100), signedHeaders('another body')).slice(0, -1));
  await begun;
  for (let each = 0; each < BUDGETS.strangerConnections; each += 1) open();
  expect(await textOf(slow)).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 1/);
  expect(server.core.admission.cut()).toMatchObject({ deliveries: 1 });
  expect(server.core.refusals.list().refusals).toMatchObject([
    { code: 'UNAVAILABLE', subscriptionId: 'heatlamp', count: 1 },
  ]);
});

it.each([
  ['/overview', 200],
  ['/socket.io/?EIO=4&transport=polling', 404],
])('answers a stranger 429 above its share of requests for %s, and the POS always', async (path, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const { burst } = BUDGETS.strangerRequests;
  const clock = stopClock();
  const statuses = await Promise.all(Array.from({ length: burst + 100 }, () => statusOf(path, agent)));
  clock.mockRestore();
  agent.destroy();
  expect(statuses.filter((each) => each === status).length).toBeGreaterThanOrEqual(burst);
  expect(statuses.filter((each) => each === 429).length).toBeGreaterThan(0);
  expect(server.logged).toContain(
    `a request was refused: its address, or all that are unknown, sent too many {"address":"${STRANGER}"}`,
  );
  expect(await postDelivery()).toBe(200);
});

it('answers deliveries, screens, managers and health checks of this machine while strangers send too much', async () => {
  const token = await addScreen();
  const link = await server.command<{ link: string }>('manager add', { name: 'Anna', role: 'owner', branches: null });
  const session = await signIn(server.url, link.link);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const clock = stopClock();
  const floodFrom = async (index: number) => {
    const options = { localAddress: `127.0.0.${20 + index}` };
    const sent = Array.from({ length: BUDGETS.strangerRequests.burst }, () => statusOf('/', agent, options));
    return (await Promise.all(sent)).includes(429);
  };
  expect(await Promise.all([0, 1, 2].map(floodFrom))).toContain(true);
  agent.destroy();
  const statusFor = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${server.url}${path}`, { headers })).status;
  expect(await statusFor('/')).toBe(429);

  expect(await statusFor('/api/v1/board', { Authorization: `Bearer ${token}` })).toBe(200);
  expect(await statusFor('/api/v1/board', { Cookie: `heatlamp_screen=${token}` })).toBe(200);
  expect(await statusFor('/api/v1/board?branch=1', { Cookie: session })).toBe(200);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusFor(path)).toBe(200);
  // A proxy on this machine hands on what strangers send.
  expect(await statusFor('/healthz', { 'X-Forwarded-For': '203.0.113.7' })).toBe(429);
  expect(await statusFor('/', { Cookie: 'heatlamp_screen=invented' })).toBe(429);
  const delivery = postDelivery();
  // It is let in by now, and its commit needs the clock.
  await once(server.server, 'request');
  clock.mockRestore();
  expect(await delivery).toBe(200);
});

it('limits health checks of this machine too', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  stopClock();
  const headers = { Host: 'localhost' };
  const { burst } = BUDGETS.strangerRequests;
  const statuses = await Promise.all(
    Array.from({ length: burst + 20 }, () => statusOf('/healthz', agent, { headers })),
  );
  agent.destroy();
  expect(statuses.filter((status) => status === 200)).toHaveLength(burst);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

it('answers 429 on a path of the API with a problem, and to a POS in its own form', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  stopClock();
  const refusedTypes = async (path: string, options?: RequestOptions) => {
    const { burst } = BUDGETS.strangerRequests;
    const answers = await Promise.all(Array.from({ length: burst + 100 }, () => answerOf(path, agent, options)));
    return new Set(answers.flatMap(({ status, type }) => (status === 429 ? [type] : [])));
  };
  expect(await refusedTypes('/api/v1/openapi.json')).toEqual(new Set(['application/problem+json']));
  expect(await refusedTypes('/webhooks/scanCode', { method: 'POST' })).toEqual(new Set(['application/json']));
  agent.destroy();
});

it('counts no posts with an unknown subscription as refusals above the share of strangers', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  stopClock();
  const headers = { 'X-Service-Subscription-Id': 'guessed' };
  const statuses = await Promise.all(
    Array.from({ length: BUDGETS.strangerRequests.burst + 100 }, () =>
      statusOf('/webhooks/kitchenStartCourse', agent, { method: 'POST', headers }),
    ),
  );
  agent.destroy();
  expect(statuses).toContain(429);
  expect(server.core.refusals.list().refusals.map(({ code }) => code)).toEqual(['INVALID_SUBSCRIPTION_ID']);
});

it('answers wrong signatures above the budget of their subscription 429, and counts them; a right one is accepted', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const clock = stopClock();
  const headers = { 'X-Service-Subscription-Id': 'heatlamp', 'X-Service-Signature': 'wrong' };
  const { burst } = BUDGETS.wrongSignatures;
  const statuses = await Promise.all(
    Array.from({ length: burst + 20 }, (_, index) =>
      statusOf('/webhooks/kitchenStartCourse', agent, {
        ...{ method: 'POST', headers, localAddress: `127.0.0.${10 + (index % 40)}` },
      }),
    ),
  );
  agent.destroy();
  const of = (status: number) => statuses.filter((each) => each === status).length;
  expect(of(400)).toBeGreaterThanOrEqual(burst);
  expect(of(429)).toBeGreaterThan(0);
  const delivery = postDelivery();
  await once(server.server, 'request');
  clock.mockRestore();
  expect(await delivery).toBe(200);
  expect(server.core.refusals.list().refusals).toMatchObject([
    { code: 'INVALID_SIGNATURE', subscriptionId: 'heatlamp', count: of(400) },
    { code: 'TOO_MANY', subscriptionId: 'heatlamp', count: of(429) },
  ]);
});

it('has room for the bodies of strangers that is limited, and gives the POS of it', async () => {
  const bytes = 200_000;
  const most = Math.ceil(BUDGETS.strangerBodyBytes / bytes) + 5;
  const answers: string[] = [];
  for (let each = 0; each < most; each += 1) {
    const socket = open();
    socket.on('data', (data: Buffer) => answers.push(data.toString()));
    socket.write(deliveryBytes('x'.repeat(bytes), signedHeaders('another body')).slice(0, -1));
  }
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 1/);
  const delivery = deliveryBytes(
    eventBody({ at: Date.now(), expected: null, table: { number: 1, tableName: 'x'.repeat(100_000) } }),
  );
  const till = open('127.0.0.1');
  till.write(delivery.slice(0, 80_000));
  await new Promise((later) => setTimeout(later, 50));
  till.write(delivery.slice(80_000));
  expect(await textOf(till)).toContain('200 OK');
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

it('closes the sockets of a screen that asks for more boards than any screen does, and not those of others', async () => {
  const [hostile, honest] = [await addScreen(), await addScreen()];
  const other = await connectScreen(honest);
  const most = BUDGETS.deviceMessages.burst / BUDGETS.boardOrAction;
  const clock = stopClock();
  let boards = 0;
  // A new connection gains nothing.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { client, hasBoard } = await connectScreen(hostile);
    if (!hasBoard) continue;
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
  ['actions', 'POST', '/api/v1/tickets/1-1-1/actions', 404],
])(
  'answers 429 to a screen that sends more %s over HTTP than any screen does, and not to others',
  async (_, method, path, status) => {
    const [hostile, honest] = [await addScreen(), await addScreen()];
    const most = BUDGETS.deviceMessages.burst / BUDGETS.boardOrAction;
    const send = (token: string) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(method === 'POST' ? { body: JSON.stringify({ actionId: randomUUID(), kind: 'hide' }) } : {}),
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
    const client = openSocket(server, hostile, { reconnection: false });
    await new Promise((resolve) => client.once('disconnect', resolve));
    clock.mockRestore();
    expect((await send(honest)).status).toBe(status);
  },
);

it('closes the socket of a screen that acts more than any screen does', async () => {
  const { client } = await connectScreen(await addScreen());
  const most = BUDGETS.deviceMessages.burst / BUDGETS.boardOrAction;
  const clock = stopClock();
  let answers = 0;
  const closed = new Promise((resolve) => client.once('disconnect', resolve));
  for (let each = 0; each < 2 * most; each += 1)
    client.emit('ticket:action', { actionId: randomUUID(), kind: 'hide', ticketId: '1-1-1' }, () => {
      answers += 1;
    });
  await closed;
  clock.mockRestore();
  expect(answers).toBeLessThanOrEqual(most);
});

it('closes a socket of a screen that sends more than any screen does', async () => {
  const token = await addScreen();
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
