import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../tools/set-up/project-root.mjs';
import { createKitchen } from './actors/kitchen';
import { MAINS } from './actors/pos';
import { startServerProcess } from './server-process';
import { expect, test } from './test';

test('a revoked wall shows the code that pairs it again, and the wall beside it continues', async ({
  pos,
  kitchen,
  openBranch,
}) => {
  const [wall, beside] = [await kitchen.opensWall(), await kitchen.opensWall()];
  const party = pos.seats({ number: 6 });
  await pos.starts(party, MAINS);
  await wall.sees('Table 6');

  await kitchen.revokes(wall);
  await wall.asksToBePaired();
  await wall.seesNo('Table 6');

  await pos.completes(party, MAINS);
  await beside.seesReady('Table 6');
  await wall.seesNo('Table 6');
  await wall.page.goto(`${new URL(wall.page.url()).origin}/kitchen?kiosk=on&lang=en`);
  await wall.page.waitForURL('**/pair?kiosk=on&lang=en');
  await wall.asksToBePaired();
  await beside.page.goto(`${new URL(beside.page.url()).origin}/kitchen?branch=${openBranch().pos.branch}`);
  await beside.isRefused('This screen may not show that branch');
});

test('a wall that a wrong backup does not know comes back by itself after the right one', { tag: '@thorough' }, async ({
  devices,
}) => {
  const server = await startServerProcess('sqlite');
  const backup = async (name: string) => {
    const file = path.join(server.folder, name);
    await server.heatlamp('backup', file);
    return file;
  };
  const restore = async (file: string) => {
    await server.stop();
    const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: server.folder } as NodeJS.ProcessEnv;
    execFileSync(process.execPath, [path.join(projectRoot, 'build', 'heatlamp.mjs'), 'restore', file], { env });
    await server.start();
  };
  const wrong = await backup('wrong.db');
  const kitchen = createKitchen(server, devices, 1);
  const wall = await kitchen.opensWall({ isClockDriven: true });
  const right = await backup('right.db');
  await restore(wrong);
  await wall.letsPass(61);
  await wall.asksToBePaired();
  await wall.letsPass(61);
  await wall.asksToBePaired();
  await restore(right);
  // The cookie is known again once the page asks for another code.
  await expect(async () => {
    await wall.letsPass(61);
    await expect(wall.page.getByRole('main')).toHaveAttribute('data-level', 'live', { timeout: 10_000 });
  }).toPass();
  await kitchen.leaves();
  await server.discard();
});

test('a wall stays paired for a year from the last time that its page was opened', async ({ kitchen }) => {
  const { page } = await kitchen.opensWall();
  const context = page.context();
  const days = async () => {
    const expires = (await context.cookies()).find(({ name }) => name === 'heatlamp_screen')?.expires ?? 0;
    return Math.round((expires - Date.now() / 1_000) / 86_400);
  };
  expect(await days()).toBe(365);
  const cookies = await context.cookies();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, expires: Date.now() / 1_000 + 86_400 })));
  expect(await days()).toBe(1);
  await page.reload();
  expect(await days()).toBe(365);
});
