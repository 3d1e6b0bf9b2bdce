import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAINS } from './actors/pos';
import { watchWall } from './actors/wall';
import { expect, test } from './test';

test('a link pairs a screen permanently: its cookie survives a restart of the browser', async ({
  server,
  pos,
  kitchen,
  playwright,
  launchOptions,
}) => {
  const { id, link } = await kitchen.getsLink();
  await pos.starts(pos.seats({ number: 17 }), MAINS);
  const profile = await mkdtemp(path.join(tmpdir(), 'heatlamp-profile-'));
  const openBrowser = () => playwright.chromium.launchPersistentContext(profile, { ...launchOptions, locale: 'en-GB' });

  const first = await openBrowser();
  const page = await first.newPage();
  await page.goto(link);
  await page.waitForURL('**/kitchen');
  await watchWall(page, id).sees('Table 17');
  // The token is neither in the address nor accessible to scripts.
  expect(page.url()).toBe(`${server.url}/kitchen`);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await first.close();

  const second = await openBrowser();
  const again = await second.newPage();
  await again.goto(`${server.url}/kitchen`);
  await watchWall(again, id).sees('Table 17');
  await second.close();
  await rm(profile, { recursive: true, force: true });
});

test('a revoked, truncated or unknown link says so', async ({ server, kitchen }) => {
  const { id, link } = await kitchen.getsLink();
  await server.heatlamp('screen', 'revoke', String(id));
  const { page } = await kitchen.takesDevice();
  await page.goto(link);
  await expect(page.getByRole('status')).toContainText('This link is no longer valid');
  await page.goto(`${server.url}/pair#0000-0000`);
  await page.reload();
  await expect(page.getByRole('status')).toContainText('This link is no longer valid');
  await page.goto(`${server.url}/pair`);
  await expect(page.getByRole('status')).toContainText('This link is not complete');
  await page.goto(`${server.url}/kitchen`);
  await expect(page.getByRole('main')).toHaveAttribute('data-level', 'refused');
  await expect(page.getByText('This screen is not paired')).toBeVisible();
});

test('a link opened while the server is down pairs when it is back', async ({ server, kitchen }) => {
  const { link } = await kitchen.getsLink();
  const { page } = await kitchen.takesDevice();
  await page.goto(`${server.url}/pair`);
  // During hydration the router restores the address that the page was loaded with.
  await expect(page.getByRole('status')).toContainText('This link is not complete');
  await server.kill();
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, new URL(link).hash);
  await expect(page.getByRole('status')).toContainText('The server does not answer');
  await server.start();
  await page.waitForURL('**/kitchen');
  await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
});
