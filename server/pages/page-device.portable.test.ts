import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../testing/running-server';
import { deviceFromCookies, loadAnswer } from './load-answer';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

type Added = { id: number; token: string };
const addScreen = (branches: number[]) =>
  server.command<Added>('screen add', { name: 'Hot kitchen', branches, view: 'kitchen' });
const cookieOf = ({ token }: Added) => `theme=dark; heatlamp_screen=${token}; lang=nl`;

it('returns the name of a screen and of its branches', async () => {
  await server.command('branch set', { number: 4, name: 'Harbour' });
  const added = await addScreen([7, 4]);
  expect(await deviceFromCookies(cookieOf(added))).toEqual({
    is: 'paired',
    name: 'Hot kitchen',
    view: 'kitchen',
    branches: [
      { number: 4, name: 'Harbour' },
      { number: 7, name: null },
    ],
  });
});

it('returns nothing about the branches to a revoked screen', async () => {
  const added = await addScreen([1]);
  await server.command('screen revoke', { id: added.id });
  expect(await deviceFromCookies(cookieOf(added))).toEqual({ is: 'revoked' });
});

it('does not know an invented token', async () => {
  await addScreen([1]);
  expect(await deviceFromCookies('heatlamp_screen=somebody-elses')).toEqual({ is: 'unknown' });
  expect(await deviceFromCookies(`heatlamp_screen=' OR 1=1 --`)).toEqual({ is: 'unknown' });
});

it.each([null, '', 'theme=dark', 'heatlamp_screen='])('is no screen without a token: %j', async (cookies) => {
  await addScreen([1]);
  expect(await deviceFromCookies(cookies)).toEqual({ is: 'not-paired' });
});

it('counts as screens only devices that somebody has opened', async () => {
  const opened = await addScreen([1]);
  await addScreen([1]);
  const program = await server.command<Added>('screen add', { name: 'Orders', branches: [1], view: 'api' });
  for (const one of [opened, program])
    expect((await fetch(`${server.url}/api/v1/board?branch=1`, { headers: { Cookie: cookieOf(one) } })).status).toBe(
      200,
    );
  expect((await loadAnswer(null)).overview).toMatchObject({ screens: 1 });
});
