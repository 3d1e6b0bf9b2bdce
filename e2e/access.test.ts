import path from 'node:path';
import { createKitchen } from './actors/kitchen';
import { MAINS } from './actors/pos';
import { instant } from './instant';
import { startServerProcess } from './server-process';
import { expect, test } from './test';

const OFF_WITHIN_MS = 2_000;

test('walls of two branches see only their own branch', async ({ pos, kitchen, openBranch }) => {
  const other = openBranch();
  const [here, there] = [await kitchen.opensWall(), await other.kitchen.opensWall()];
  await pos.starts(pos.seats({ number: 11 }), MAINS);
  await here.sees('Table 11');
  await other.pos.starts(other.pos.seats({ number: 22 }), MAINS);
  await there.sees('Table 22');
  await here.seesNo('Table 22');
  await there.seesNo('Table 11');
  for (const wall of [here, there]) expect(Object.keys((await wall.looks()).at(-1)?.cards ?? {})).toHaveLength(1);

  await here.page.goto(`${new URL(here.page.url()).origin}/kitchen?branch=${other.pos.branch}`);
  await here.isRefused('This screen may not show that branch');
  await here.seesNo('Table 22');
});

test('a revoked wall goes dark and says so, and the wall beside it continues', { tag: '@alone' }, async ({
  pos,
  kitchen,
}) => {
  const [wall, beside] = [await kitchen.opensWall(), await kitchen.opensWall()];
  const party = pos.seats({ number: 6 });
  await pos.starts(party, MAINS);
  await wall.sees('Table 6');

  await kitchen.revokes(wall);
  const revokedAt = instant();
  await wall.isRefused('This screen was revoked');
  await wall.seesNo('Table 6');
  const off = (await wall.looks()).find(({ level, cards }) => level === 'refused' && Object.keys(cards).length === 0);
  const tookMs = (off?.at ?? Number.POSITIVE_INFINITY) - revokedAt;
  test.info().annotations.push({ type: 'measured', description: `off: ${Math.round(tookMs)} ms` });
  expect(tookMs).toBeLessThanOrEqual(OFF_WITHIN_MS);

  await pos.completes(party, MAINS);
  await beside.seesReady('Table 6');
  await wall.seesNo('Table 6');
  await wall.page.reload();
  await wall.isRefused('This screen was revoked');
  // No time either: it would be that of another time zone.
  await expect(wall.page.locator('header')).not.toContainText(/\d:\d\d/);
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
  const wrong = await backup('wrong.db');
  const kitchen = createKitchen(server, devices, 1);
  const wall = await kitchen.opensWall({ isClockDriven: true });
  const right = await backup('right.db');
  await server.heatlamp('restore', wrong);
  await wall.isRefused('This screen is not known here');
  await wall.letsPass(61);
  await wall.isRefused('This screen is not known here');
  await server.heatlamp('restore', right);
  await wall.letsPass(61);
  await wall.isLive();
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
