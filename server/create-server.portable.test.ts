import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { addProgram } from './testing/deliveries';
import { eventBody } from './testing/events';
import { openConnection, send } from './testing/requests';
import { type RunningServer, startServer } from './testing/running-server';

let server: RunningServer;
afterEach(() => server.stop());

it('shows a course from start to serve, and after a restart', async () => {
  server = await startServer();
  const at = Date.now() - 20 * 60_000;
  const token = await addProgram(server);
  const ticket = async () => (await (await server.get('/api/v1/board', token)).json()).tickets[0];

  expect((await server.post('kitchenStartCourse', eventBody({ at }))).status).toBe(200);
  expect(await ticket()).toMatchObject({
    state: 'KITCHEN-TICKET-STATE-STARTED',
    table: { number: '12', subNumber: '2' },
    marks: ['unit-unknown'],
  });
  expect((await server.post('kitchenCompleteCourse', eventBody({ at: at + 300_000, actual: 300 }))).status).toBe(200);
  expect(await ticket()).toMatchObject({ state: 'KITCHEN-TICKET-STATE-READYFORPICKUP', measuredSeconds: 300 });

  server = await server.restart();
  expect((await server.post('kitchenServeCourse', eventBody({ at: at + 400_000 }))).status).toBe(200);
  expect(await ticket()).toMatchObject({ state: 'KITCHEN-TICKET-STATE-COMPLETED', closedBy: 'pos', round: 1 });
});

const upgradeOf = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

it.each(['/socket.iox', '/socket.io', '/_next/webpack-hmr', '/kitchen'])(
  'answers an upgrade of an unknown path as an ordinary request: %s',
  async (path) => {
    server = await startServer();
    const connection = openConnection(server.url);
    connection.write(upgradeOf(path));
    expect(await connection.firstText()).toMatch(/^HTTP\/1\.1 404 /);
    connection.destroy();
  },
);

it('stops although screens are silent, connections send nothing and answers are not read', async () => {
  server = await startServer();
  const silent = openConnection(server.url);
  silent.write(upgradeOf('/socket.io/?EIO=4&transport=websocket'));
  expect(await silent.firstText()).toMatch(/^HTTP\/1\.1 101 /);
  const unfinished = openConnection(server.url);
  unfinished.write('POST /api/v1/pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n');
  // Without a limit, closing a WebSocket would wait 30 s for the other end.
  const stopped = server.close().then(() => 'stopped');
  expect(await Promise.race([stopped, wait(28_000, 'still there', { ref: false })])).toBe('stopped');
  server = await startServer(server.dataDir);
});

it('accepts at most 4 KB from unknown callers', async () => {
  server = await startServer();
  const pairs = (body: string) =>
    fetch(`${server.url}/api/v1/pair`, { method: 'POST', body, headers: { Origin: server.url } });
  const padded = (bytes: number) => JSON.stringify({ token: 'nobody' }).padEnd(bytes);
  expect((await pairs(padded(4_096))).status).toBe(401);
  expect((await pairs(padded(4_097))).status).toBe(413);
});

it.each([
  ['https in front', { 'X-Forwarded-Proto': 'https', Host: 'lamp.example' }, true],
  ['plain http beside it', { Host: '192.168.1.5:3000' }, false],
])('gives a screen a cookie that its browser keeps: %s', async (_, headers, isSecure) => {
  server = await startServer(undefined, {
    ...{ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://lamp.example', ALLOWED_HOSTS: '192.168.1.5' },
  });
  const token = await addProgram(server, [1], 'kitchen');
  const body = JSON.stringify({ token });
  const answer = await send(`${server.url}/api/v1/pair`, { headers, body });
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie']).includes('; Secure')).toBe(isSecure);
});
