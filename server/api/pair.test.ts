import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookiesOf, postAuth } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

const DAY = 86_400_000;
const AT = Date.parse('2026-06-19T18:00:00Z');

let server: RunningServer;
beforeAll(async () => {
  server = await startServer(undefined, {}, AT);
});
afterAll(() => server.stop());

type Added = { id: number; token: string; link: string };
const pair = (token: string, headers: Record<string, string> = {}) =>
  postAuth(server, '/api/v1/pair', { token }, headers);
const boardOf = async (headers: Record<string, string>) =>
  (await fetch(`${server.url}/api/v1/board`, { headers })).status;

it('a link pairs devices for a day, and the devices stay paired', async () => {
  const wanted = { name: 'Wall', branches: [1], view: 'kitchen' };
  const { id, token } = await server.command<Added>('screen add', wanted);
  const first = await pair(token);
  server.setNow(AT + DAY - 1_000);
  const second = await pair(token);
  expect([first.status, second.status]).toEqual([200, 200]);
  server.setNow(AT + DAY);
  const late = await pair(token);
  expect([late.status, await late.json()]).toMatchObject([
    410,
    { code: 'link', detail: expect.stringContaining(`screen link ${id}`) },
  ]);
  for (const device of [first, second]) expect(await boardOf({ Cookie: cookiesOf(device) })).toBe(200);
  // The page of a paired device asks again.
  expect((await pair(token, { Cookie: cookiesOf(first) })).status).toBe(200);
  // A program keeps its token.
  expect(await boardOf({ Authorization: `Bearer ${token}` })).toBe(200);
});

it('a new link works for another day, and ends the old token at once', async () => {
  const wanted = { name: 'Pass', branches: [1], view: 'pass' };
  const { id, token } = await server.command<Added>('screen add', wanted);
  const old = cookiesOf(await pair(token));
  server.setNow(AT + 10 * DAY);
  const renewed = await server.command<Added>('screen link', { id });
  expect(renewed).toEqual({ id, token: expect.any(String), link: expect.stringContaining(`/pair#${renewed.token}`) });
  for (const headers of [{ Cookie: old }, { Authorization: `Bearer ${token}` }])
    expect(await boardOf(headers)).toBe(401);
  expect((await pair(token)).status).toBe(401);
  expect(await boardOf({ Cookie: cookiesOf(await pair(renewed.token)) })).toBe(200);
  await server.command('screen revoke', { id });
  await expect(server.command('screen link', { id })).rejects.toThrow('no screen');
});
