import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let paired: string;
let owner: string;
beforeAll(async () => {
  server = await startServer();
  for (const branch of [1, 2])
    await server.post('kitchenStartCourse', eventBody({ at: Date.now(), branch, order: crypto.randomUUID() }));
  const wanted = { name: 'tablet', branches: [1], view: 'kitchen' };
  paired = `heatlamp_screen=${(await server.command<{ token: string }>('screen add', wanted)).token}`;
  await server.command('branch set', { number: 2 });
  owner = await signedIn(server, { name: 'anna', role: 'owner' });
});
afterAll(() => server.stop());

const board = (cookie: string, branch: number) =>
  fetch(`${server.url}/api/v1/board?branch=${branch}`, { headers: { Cookie: cookie } });

it('a paired device with a signed-in manager gets the same over HTTP as over a socket', async () => {
  expect((await board(paired, 2)).status).toBe(403);
  const asScreen = (await (await board(`${paired}; ${owner}`, 1)).json()) as Board;
  expect(asScreen.screen).toMatchObject({ name: 'tablet' });
  const asManager = await board(`${paired}; ${owner}`, 2);
  expect(asManager.status).toBe(200);
  expect(((await asManager.json()) as Board).tickets).toMatchObject([{ branch: 2 }]);
});
