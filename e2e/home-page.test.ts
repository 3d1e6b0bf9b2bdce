import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import type { Kitchen } from './actors/kitchen';
import { MAINS } from './actors/pos';
import { expect, test } from './test';

/** Pairs a device, and opens the home page on it. */
async function pairs(kitchen: Kitchen, url: string, options: { branches?: number[]; choices?: string } = {}) {
  const { id, link } = await kitchen.getsLink(options.branches);
  const { page } = await kitchen.takesDevice({ reducedMotion: 'reduce' });
  await page.goto(link);
  await page.waitForURL('**/kitchen**');
  await page.goto(`${url}/${options.choices ?? ''}`);
  return { page, id };
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 });
const choices = (page: Page, name = 'What this screen can show') =>
  page.getByRole('navigation', { name }).getByRole('link');

test('a paired device is greeted by its name and reaches the wall with a click', async ({ server, pos, kitchen }) => {
  await server.heatlamp('branch', 'set', String(pos.branch), '--name', 'Harbour');
  const { page } = await pairs(kitchen, server.url);
  await expect(headline(page)).toHaveText('Hello, Wall.');
  await expect(page.getByText('This screen is paired with Harbour.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Set-up' })).toBeAttached();
  await expect(choices(page)).toHaveText([/^Kitchen wall/, /^Ready to serve/, /^Pass/, /^Tables/]);
  await axeFindsNothing(page, 'the home page of a screen');
  await pos.starts(pos.seats({ number: 31 }), MAINS);
  await choices(page).first().click();
  await page.waitForURL(`${server.url}/kitchen`);
  await expect(page.getByRole('heading', { name: 'Table 31' })).toBeVisible();
});

test('a device of two branches has a link for each, also by keyboard', async ({ server, pos, kitchen, openBranch }) => {
  const other = openBranch();
  await server.heatlamp('branch', 'set', String(other.pos.branch), '--name', 'Station');
  const { page } = await pairs(kitchen, server.url, { branches: [pos.branch, other.pos.branch], choices: '?lang=en' });
  await expect(page.getByText(`paired with branch ${pos.branch} and Station. Choose what it shows.`)).toBeVisible();
  const titles = ['Kitchen wall', 'Ready to serve', 'Pass', 'Tables'];
  const links = titles.flatMap((title) => [`${title} Branch ${pos.branch}`, `${title} Station`]);
  await expect(choices(page)).toHaveText(links, { ignoreCase: true });
  await axeFindsNothing(page, 'the home page of a screen of two branches');
  await other.pos.starts(other.pos.seats({ number: 32 }), MAINS);
  // The page has hydrated once it requests the server's state.
  await page.waitForResponse('**/overview');
  await page.keyboard.press('Tab');
  await expect(choices(page).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/kitchen?branch=${other.pos.branch}&lang=en`);
  await expect(page.getByRole('heading', { name: 'Table 32' })).toBeVisible();
});

const doors = (page: Page) => choices(page, 'What this device is for');

test('a device that is not paired becomes a screen or signs somebody in, and reads that the server is gone', {
  tag: '@thorough',
}, async ({ server, pos, kitchen, managers }) => {
  await managers.invites({ role: 'owner' });
  await kitchen.opensWall();
  await pos.starts(pos.seats({ number: 1, tableName: 'The Jansens' }), MAINS);
  const { page } = await kitchen.takesDevice({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/pair#nobody`);
  await expect(page.getByRole('status')).toContainText('This link is no longer valid');
  await axeFindsNothing(page, 'pairing that was refused');
  await page.goto(`${server.url}/kitchen`);
  await expect(page.getByRole('heading', { name: 'Pair this screen' })).toBeVisible();
  await page.goto(server.url);
  await expect(headline(page)).toContainText('Running.');
  await expect(page.getByRole('heading', { name: 'What Heatlamp is' })).toBeVisible();
  await expect(doors(page)).toHaveText([/^A screen here/, /^Sign in/]);
  await expect(page.getByRole('main')).not.toContainText(/heatlamp --|base64/i);
  await expect(choices(page)).toHaveCount(0);
  const sent = await page.content();
  const overview = await (await page.request.get(`${server.url}/overview`)).text();
  for (const text of [sent, overview]) expect(text).not.toContain('Jansens');
  await axeFindsNothing(page, 'the home page');
  await server.kill();
  await expect(headline(page)).toContainText('does not answer');
  await axeFindsNothing(page, 'the home page of a server that is gone');
  await server.start();
  await expect(headline(page)).toContainText('Running.');
});

test('a device that is revoked while its home page is open says so, and what to do', async ({
  server,
  kitchen,
  managers,
}) => {
  await managers.invites({ role: 'owner' });
  const { page, id } = await pairs(kitchen, server.url);
  await expect(choices(page)).toHaveCount(4);
  await server.heatlamp('screen', 'revoke', String(id));
  await expect(headline(page)).toHaveText('This screen was revoked.');
  await expect(choices(page)).toHaveCount(0);
  await page.reload();
  await expect(headline(page)).toHaveText('This screen was revoked.');
  expect(await page.content()).not.toContain('Hello, Wall');
  await axeFindsNothing(page, 'the home page of a screen that was revoked');
  await doors(page).first().click();
  await expect(page.getByRole('heading', { name: 'Pair this screen' })).toBeVisible();
});

test('the server sends the language before any script runs', async ({ server, kitchen }) => {
  await kitchen.getsLink();
  const langOf = async (address: string, accepted: string) => {
    const response = await fetch(`${server.url}${address}`, {
      headers: { 'Accept-Language': accepted, 'X-Heatlamp-Query': 'lang=nl' },
    });
    return /<html lang="(\w+)"/.exec(await response.text())?.[1];
  };
  expect(await langOf('/?lang=nl', 'en-GB')).toBe('nl');
  expect(await langOf('/', 'nl-NL,nl;q=0.9,en;q=0.8')).toBe('nl');
  expect(await langOf('/kitchen?lang=nl', 'en-GB')).toBe('nl');
  expect(await langOf('/nowhere?lang=nl', 'en-GB')).toBe('nl');
  // The same header sent by a browser is ignored.
  expect(await langOf('/', 'en-GB')).toBe('en');
});
