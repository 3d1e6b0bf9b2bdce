import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { axeFindsNothing } from './accessibility';
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

test('a link opened while the server is down pairs when it is back', { tag: '@thorough' }, async ({
  server,
  kitchen,
}) => {
  const { link } = await kitchen.getsLink();
  const { page } = await kitchen.takesDevice();
  await page.goto(`${server.url}/pair`);
  // During hydration the router restores the address that the page was loaded with.
  await expect(page.getByRole('status')).toContainText('opens by itself');
  await server.kill();
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, new URL(link).hash);
  await expect(page.getByRole('status')).toContainText('The server does not answer');
  await server.start();
  await page.waitForURL('**/kitchen');
  await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
});

test('a manager on a phone pairs a wall by its code, identifies, moves and revokes it', async ({
  browser,
  server,
  pos,
  kitchen,
  managers,
}) => {
  await pos.starts(pos.seats({ number: 23 }), MAINS);
  const wall = (await kitchen.takesDevice()).page;
  await wall.goto(`${server.url}/pair`);
  await expect(wall.getByRole('heading', { name: 'Pair this screen' })).toBeVisible();
  const code = ((await wall.getByText(/^(?:[2-9A-HJKMNP-Z] ){5}[2-9A-HJKMNP-Z]$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  await axeFindsNothing(wall, 'a screen that shows a code');
  await wall.reload();
  await expect(wall.getByText([...code].join(' '))).toBeVisible();

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  await managers.signsIn(phone, { branches: [kitchen.branch] });
  await phone.goto(`${server.url}/manager/screens`);
  await expect(phone.getByText('No screen is paired yet')).toBeVisible();
  await phone.getByLabel('Code').fill('AAAAAA');
  await phone.getByRole('button', { name: 'Find the screen' }).click();
  await expect(phone.getByRole('alert').filter({ hasText: 'No screen shows this code now' })).toBeVisible();
  // The QR code leads here.
  await phone.goto(`${server.url}/manager/screens?code=${code}`);
  await expect(phone.getByRole('heading', { name: 'Is this the screen?' })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Is this the screen?' })).toBeFocused();
  await expect(phone.getByText('127.0.0.1')).toBeVisible();
  await axeFindsNothing(phone, 'a screen to approve');
  const name = phone.getByLabel('Name', { exact: true });
  await name.fill('   ');
  await phone.getByRole('button', { name: 'Pair this screen' }).click();
  await expect(name, 'a name of spaces is none').toBeFocused();
  await name.fill('Hot kitchen');
  await phone.getByRole('button', { name: 'Pair this screen' }).click();
  await expect(phone.getByRole('status').filter({ hasText: '“Hot kitchen” is paired' })).toBeFocused();
  // The code of the next screen, mistyped.
  await phone.getByLabel('Code').fill('AAAAAA');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('alert').filter({ hasText: 'No screen shows this code now' })).toBeVisible();
  await expect(phone.getByLabel('Code')).toHaveValue('AAAAAA');
  await expect(phone.getByLabel('Code')).toBeFocused();

  await wall.waitForURL('**/kitchen');
  await expect(wall.getByRole('main')).toHaveAttribute('data-level', 'live');
  await expect(wall.getByText('Mains', { exact: true })).toBeVisible();
  // A screen that is paired and opens the pairing page, as after a reboot, goes to its own page.
  await wall.goto(`${server.url}/pair`);
  await wall.waitForURL('**/kitchen');
  // Its row may still say "live" of the page before, which can no longer show its name.
  await expect(wall.getByRole('main')).toHaveAttribute('data-level', 'live');

  const row = phone.getByRole('listitem').filter({ hasText: 'Hot kitchen' });
  await expect(row.getByText('live', { exact: true })).toBeVisible();
  // Together, because the wall shows its name for ten seconds only.
  await Promise.all([
    row.getByRole('button', { name: 'Identify' }).click(),
    expect(wall.getByRole('alert').filter({ hasText: 'Hot kitchen' })).toBeVisible(),
  ]);
  await axeFindsNothing(phone, 'paired screens');

  await expect(row.getByText('Sound', { exact: true }).locator('xpath=following-sibling::dd')).toHaveText('off');
  await expect(row.getByText('Its clock').locator('xpath=following-sibling::dd')).toHaveText('right');

  await expect(wall.locator('[data-urgency=cooking]')).toBeVisible();
  await row.getByRole('button', { name: 'Limits' }).click();
  await row.getByLabel(/^Late, with no expected time/).fill('0.1');
  await axeFindsNothing(phone, 'the limits of a screen');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('one of its own')).toBeVisible();
  await expect(wall.locator('[data-urgency=late]')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Limits' }), 'the form is closed').toBeFocused();
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(wall.locator('[data-urgency=cooking]')).toBeVisible();

  await row.getByRole('button', { name: 'Change' }).click();
  await row.getByRole('radio', { name: /^Tables/ }).check();
  await row.getByRole('button', { name: 'Save' }).click();
  await wall.waitForURL('**/tables');
  await expect(wall.getByRole('main')).toHaveAttribute('data-level', 'live');
  await row.getByRole('button', { name: 'Undo' }).click();
  await wall.waitForURL('**/kitchen');

  await row.getByRole('button', { name: 'Revoke', exact: true }).click();
  await row.getByRole('button', { name: 'Keep it' }).click();
  await expect(row.getByRole('button', { name: 'Revoke', exact: true })).toBeFocused();
  await row.getByRole('button', { name: 'Revoke', exact: true }).click();
  await row.getByRole('button', { name: 'Revoke now' }).click();
  await expect(wall.getByRole('heading', { name: 'Pair this screen' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await phone.close();
});
