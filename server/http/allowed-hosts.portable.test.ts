import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { openSocket } from '../testing/node-pair';
import { signedHeaders } from '../testing/pos-key';
import { openConnection, send } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';
import { createHostCheck } from './allowed-hosts';
import { networkAddresses } from './own-addresses';

const CONFIG = { allowedHosts: ['kitchen.lan'], host: '0.0.0.0', publicUrl: 'https://lamp.example', trustProxy: [] };
const PROXIED = { ...CONFIG, trustProxy: ['10.0.0.1'] };
const SOCKET = { remoteAddress: '10.0.0.1', localAddress: '::ffff:192.168.7.5' };

function isOwn(headers: IncomingHttpHeaders, config: Parameters<typeof createHostCheck>[0] = CONFIG): boolean {
  const request = { headers, socket: SOCKET } as unknown as IncomingMessage;
  return createHostCheck(config, () => 0)(request) === null;
}

const machine = hostname().toLowerCase();

it.each([
  'localhost:3000',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1:3000',
  '127.9.9.9',
  '[::1]:3000',
  '192.168.7.5:3000',
  'kitchen.lan',
  'Kitchen.LAN:8080',
  'lamp.example',
  'lamp.example:443',
  machine,
  `${machine.split('.')[0]}.local:3000`,
  ...networkAddresses().map((address) => (address.includes(':') ? `[${address}]` : `${address}:3000`)),
])('takes %s for a name of this server', (host) => {
  expect(isOwn({ host })).toBe(true);
});

it.each([
  'elsewhere.example',
  'localhost.elsewhere.example',
  'lamp.example.elsewhere.example',
  'x@localhost',
  'localhost@elsewhere.example',
  'localhost/elsewhere',
  '192.168.7.6',
  '0.0.0.0:3000',
  '[2001:db8::1]',
  '[localhost]',
  'a b',
])('takes %s for a name of another server', (host) => {
  expect(isOwn({ host })).toBe(false);
});

it('behind a proxy that is trusted, both the forwarded name and the Host count', () => {
  const asked = (host: string, forwarded: string) => isOwn({ host, 'x-forwarded-host': forwarded }, PROXIED);
  expect(asked('localhost:3000', 'lamp.example')).toBe(true);
  expect(asked('localhost:3000', 'elsewhere.example')).toBe(false);
  expect(asked('localhost:3000', 'lamp.example, elsewhere.example')).toBe(false);
  // A page may send this header, and many proxies leave it alone.
  expect(asked('elsewhere.example', 'lamp.example')).toBe(false);
  expect(isOwn({ host: 'elsewhere.example', 'x-forwarded-host': 'lamp.example' })).toBe(false);
  expect(isOwn({ host: 'localhost', 'x-forwarded-host': 'elsewhere.example' })).toBe(true);
});

it('a setting that is not a list of names is reported when the server starts', () => {
  for (const wrong of ['http://kitchen.lan', 'kitchen.lan:3000', 'a b', '.lan', '*.lan', 'kitchen.lan/'])
    expect([wrong, readConfig({ ALLOWED_HOSTS: wrong }).ok]).toEqual([wrong, false]);
  expect(readConfig({ ALLOWED_HOSTS: ' Kitchen.LAN, 10.1.2.3,2001:db8::1,' })).toMatchObject({
    ok: true,
    config: { allowedHosts: ['kitchen.lan', '10.1.2.3', '2001:db8::1'] },
  });
});

let server: RunningServer;
beforeAll(async () => {
  server = await startServer(undefined, { ALLOWED_HOSTS: 'kitchen.lan, second.lan' });
});
afterAll(() => server.stop());

async function get(path: string, host: string, headers: Record<string, string> = {}) {
  const { status, body } = await send(`${server.url}${path}`, { method: 'GET', headers: { Host: host, ...headers } });
  return { status, text: body.toString() };
}

it.each(['/', '/manager', '/kitchen', '/overview', '/api/v1/openapi.json', '/api/v1/board', '/nothing-here'])(
  'answers 421 under a foreign name, and says what to set: %s',
  async (path) => {
    const token = await addProgram(server);
    const headers = { Authorization: `Bearer ${token}`, Cookie: `heatlamp_screen=${token}` };
    const refused = await get(path, 'elsewhere.example:3000', headers);
    expect([refused.status, refused.text]).toEqual([421, expect.stringContaining('ALLOWED_HOSTS')]);
    expect(refused.text).toContain('elsewhere.example is not a name of this server');
    expect((await get(path, 'second.lan:3000', headers)).status).not.toBe(421);
    expect((await get(path, '<b>elsewhere</b>', headers)).text).not.toContain('<b>');
  },
);

it('refuses a socket under a foreign name, also with the token of a screen', async () => {
  const token = await addProgram(server, [1], 'kitchen');
  const connects = (host: string) => {
    const socket = openSocket(server, token, { reconnection: false, extraHeaders: { Host: host } });
    return new Promise<string>((resolve) => {
      socket.once('board:snapshot', () => resolve('snapshot'));
      socket.once('connect_error', () => resolve('refused'));
    });
  };
  expect(await connects('elsewhere.example')).toBe('refused');
  expect(await connects('kitchen.lan')).toBe('snapshot');
});

it('takes deliveries and questions for its health under any name', async () => {
  const body = eventBody({ at: Date.now() - 60_000 });
  const headers = { ...signedHeaders(body), Host: 'elsewhere.example' };
  expect((await send(`${server.url}/webhooks/kitchenStartCourse`, { headers, body })).status).toBe(200);
  for (const path of ['/healthz', '/readyz']) expect((await get(path, 'elsewhere.example')).status).toBe(200);
});

it('answers OPTIONS * like other methods of pages', async () => {
  const connection = openConnection(server.url);
  connection.write('OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await connection.firstText()).toMatch(/^HTTP\/1\.1 405 /);
  connection.destroy();
});
