import { afterEach, expect, it } from 'vitest';
import { isNeighbour } from '../http/own-addresses';
import { PASSWORD, postAuth } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

const NOON = Date.UTC(2026, 5, 19, 12);
let server: RunningServer;
let isStarted = false;
afterEach(async () => {
  if (isStarted) await server.stop();
  isStarted = false;
});

const starts = async (env: Record<string, string> = {}) => {
  server = await startServer(undefined, { SET_UP_QR: 'on', ...env }, NOON);
  isStarted = true;
};
const asks = (headers: Record<string, string> = {}) => fetch(`${server.url}/api/auth/set-up/link`, { headers });

it('a device beside the machine gets the link until there is an owner', async () => {
  await starts();
  const { link } = (await (await asks()).json()) as { link: string };
  const token = new URL(link).hash.slice(1);
  expect((await postAuth(server, '/api/auth/set-up', { token, name: 'Olga', password: PASSWORD })).status).toBe(200);
  expect((await asks()).status).toBe(409);
});

it('nobody gets it half an hour after the start', async () => {
  await starts();
  server.setNow(NOON + 30 * 60_000 - 1);
  expect((await asks()).status).toBe(200);
  server.setNow(NOON + 30 * 60_000);
  expect((await asks()).status).toBe(404);
});

it.each(['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'CF-Connecting-IP'])(
  'nobody gets it with the header %s of a proxy',
  async (header) => {
    await starts();
    expect((await asks({ [header]: '192.168.1.20' })).status).toBe(404);
  },
);

it.each([{ SET_UP_QR: 'off' }, { PUBLIC_URL: 'https://heatlamp.example.com' }, { TRUST_PROXY: '10.0.0.1' }])(
  'nobody gets it with %o',
  async (env) => {
    await starts(env);
    expect((await asks()).status).toBe(404);
  },
);

it.each([
  ['127.0.0.1', true],
  ['::ffff:192.168.1.77', true],
  ['192.168.2.77', false],
  ['203.0.113.9', false],
  ['198.51.100.7', false],
  ['fd12:3456::9', true],
  ['2001:db8::9', false],
  [undefined, false],
])('a device at %s is beside the machine: %s', (address, isBeside) => {
  const own = { netmask: '', mac: '', internal: false };
  const interfaces = {
    lan: [
      { ...own, family: 'IPv4' as const, address: '192.168.1.20', cidr: '192.168.1.20/24' },
      { ...own, family: 'IPv6' as const, address: 'fd12:3456::1', cidr: 'fd12:3456::1/64', scopeid: 0 },
      { ...own, family: 'IPv6' as const, address: '2001:db8::1', cidr: '2001:db8::1/64', scopeid: 0 },
    ],
    internet: [{ ...own, family: 'IPv4' as const, address: '203.0.113.8', cidr: '203.0.113.8/24' }],
  };
  expect(isNeighbour(address, interfaces)).toBe(isBeside);
});
