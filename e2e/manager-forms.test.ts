import type { Page } from '@playwright/test';
import { appCode, secretIn } from '../server/testing/managers';
import type { Kitchen } from './actors/kitchen';
import type { Managers } from './actors/manager';
import type { ServerProcess } from './server-process';
import { expect, test } from './test';

const PHONE = { width: 390, height: 844 };
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('when the pressed button disappears, the focus goes to what takes its place', { tag: '@thorough' }, async ({
  server,
  kitchen,
  managers,
}) => {
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page, { role: 'owner' });
  const { name } = await managers.invites({ name: `Ada ${kitchen.branch}` });
  const { name: after } = await managers.invites({ name: `Ada ${kitchen.branch} Z` });
  await page.goto(`${server.url}/manager/people`);
  await page.getByLabel('Name to sign in with').fill(`Zoe ${kitchen.branch}`);
  await page.getByRole('button', { name: 'Make the link' }).press('Enter');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  const invitation = page.locator('section').filter({ has: page.getByLabel('Name to sign in with') });
  await expect(invitation, 'after an invitation').toBeFocused();

  await row(page, name).getByRole('button', { name: 'Role' }).press('Enter');
  await row(page, name).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(row(page, name).getByRole('button', { name: 'Role' })).toBeFocused();
  await row(page, name).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row(page, name).getByRole('status'), 'after an undo').toBeFocused();
  await expect(row(page, name).getByRole('status')).toHaveText('Undone.');
  await row(page, name).getByRole('button', { name: 'Remove' }).press('Enter');
  await row(page, name).getByRole('button', { name: 'Remove now' }).press('Enter');
  await expect(row(page, name)).toHaveCount(0);
  await expect(row(page, after), 'after a row was removed').toBeFocused();

  const screen = `Tab ${kitchen.branch}`;
  await kitchen.getsLink(undefined, { view: 'ready', name: screen });
  const device = await page.context().newPage();
  await device.goto(`${server.url}/pair`);
  const code = (await device.getByText(/^(?:[2-9A-HJKMNP-Z] ){5}[2-9A-HJKMNP-Z]$/).textContent()) ?? '';
  await device.close();
  await page.goto(`${server.url}/manager/screens`);
  await page.getByLabel('Code').fill(code.replaceAll(' ', ''));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByLabel('Code'), 'after cancelling a device that was found').toBeFocused();
  await row(page, screen).getByRole('button', { name: 'Identify' }).press('Enter');
  await expect(row(page, screen).getByText('This screen is not connected.')).toBeVisible();
  await expect(
    row(page, screen).getByRole('button', { name: 'Identify' }),
    'after the button was disabled',
  ).toBeFocused();
  await row(page, screen).getByRole('button', { name: 'Revoke' }).press('Enter');
  await row(page, screen).getByRole('button', { name: 'Revoke now' }).press('Enter');
  await expect(row(page, screen)).toHaveCount(0);
  await expect(page.locator('main :focus'), 'after the row of a screen was removed').toHaveCount(1);
});

test('a form whose request fails shows the error beside it, and keeps the focus and what was typed', async ({
  server,
  kitchen,
  managers,
}) => {
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page, { role: 'owner' });
  const { name } = await managers.invites();
  await page.goto(`${server.url}/manager/people`);
  await page.route('**/api/v1/managers/*', (route) => route.abort());
  await row(page, name).getByRole('button', { name: 'Role' }).press('Enter');
  await row(page, name)
    .getByRole('radio', { name: /^Owner/ })
    .check();
  await row(page, name).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(row(page, name).getByRole('alert')).toHaveText(/^The server did not answer/);
  await expect(row(page, name).getByRole('button', { name: 'Save' })).toBeFocused();
  await expect(row(page, name).getByRole('radio', { name: /^Owner/ })).toBeChecked();
  await page.unroute('**/api/v1/managers/*');
  await page.keyboard.press('Enter');
  await expect(row(page, name).getByRole('status')).toContainText('Saved.');
  await expect(row(page, name).getByRole('alert')).toBeEmpty();
});

test('a new link for a password ends a sign-in that waits for its code', async ({
  server,
  browser,
  kitchen,
  managers,
}) => {
  const { page } = await kitchen.takesDevice();
  const { name, password } = await managers.signsIn(page);
  const post = async (what: string, data: object) =>
    (await page.request.post(`${server.url}/api/auth/second-factor/${what}`, { data })).json();
  const { address } = (await post('begin', { password })) as { address: string };
  await post('confirm', { code: await appCode(secretIn(address), Date.now()) });
  const other = await browser.newPage({ locale: 'en-GB' });
  await other.goto(`${server.url}/login`);
  await other.getByLabel('Name').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.keyboard.press('Enter');
  await expect(other.getByLabel('Code')).toBeFocused();
  await server.heatlamp('manager', 'reset-password', name);
  await other.keyboard.type('123456');
  await other.keyboard.press('Enter');
  await expect(other.getByText('This sign-in is no longer valid. Sign in again.')).toBeVisible();
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible();
  await other.close();
});

test('somebody whose session has ended is asked to sign in, not told that their password is wrong', async ({
  server,
  kitchen,
  managers,
}) => {
  const { page } = await kitchen.takesDevice();
  const { name, password } = await managers.signsIn(page);
  await page.goto(`${server.url}/manager/account`);
  await server.heatlamp('manager', 'sign-out', name);
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login?next=%2Fmanager%2Faccount&ended=');
  await expect(page.getByText('You were signed out.')).toBeVisible();
});

/** Holds the requests for a path until they are released. */
async function holdRequests(page: Page, path: string): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** The settings of a new branch, for a manager of it on a phone. */
async function openSettings(server: ServerProcess, kitchen: Kitchen, managers: Managers): Promise<Page> {
  await server.heatlamp('branch', 'set', String(kitchen.branch), '--name', `Lantern ${kitchen.branch}`);
  const { page } = await kitchen.takesDevice();
  await page.setViewportSize(PHONE);
  await managers.signsIn(page, { branches: [kitchen.branch] });
  await page.goto(`${server.url}/manager/settings`);
  return page;
}

const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

test('while a setting is saved, the focus and what is typed stay, even the former value', async ({
  server,
  kitchen,
  managers,
}) => {
  const page = await openSettings(server, kitchen, managers);
  const held = await holdRequests(page, '**/api/v1/settings');
  await fieldOf(page, 'Waits too long').fill('5');
  await page.keyboard.press('Enter');
  await fieldOf(page, 'Waits').fill('3');
  held.release();
  await expectStatus(page, '→ 5 min');
  await expect(fieldOf(page, 'Waits')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectStatus(page, '→ 3 min');

  const field = fieldOf(page, 'Waits too long');
  const row = page.getByRole('group', { name: 'Waits too long', exact: true });
  for (const [saved, typed] of [
    ['6', '7'],
    ['8', '7'],
  ] as const) {
    const held = await holdRequests(page, '**/api/v1/settings');
    await field.fill(saved);
    await page.keyboard.press('Enter');
    await field.fill(typed);
    held.release();
    await expectStatus(page, `→ ${saved} min`);
    await expect(field).toHaveValue(typed);
    await expect(row.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false');
    await expect(row.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expectStatus(page, `${saved} min → ${typed} min`);
  }

  const pin = page.getByRole('group', { name: 'PIN to leave a kiosk', exact: true });
  await pin.getByRole('combobox').selectOption('a PIN');
  await pin.getByRole('textbox').fill('0417');
  await page.keyboard.press('Enter');
  await expectStatus(page, '→ 0417');
  await expect(pin.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(pin.getByRole('textbox')).toBeFocused();
});

test('two taps on an undo of a setting undo it once, without an error', async ({ server, kitchen, managers }) => {
  const page = await openSettings(server, kitchen, managers);
  const undos = [
    { undo: page.getByRole('button', { name: 'Undo', exact: true }), toast: 'Undone.' },
    { undo: page.getByRole('button', { name: 'Back to the default: 4 min' }), toast: '→ not set' },
    { undo: page.getByRole('button', { name: /^Undo: Waits too long/ }), toast: 'Undone.' },
  ];
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  for (const { undo, toast } of undos) {
    await fieldOf(page, 'Waits too long').fill('5');
    await page.keyboard.press('Enter');
    await expectStatus(page, '→ 5 min');
    sent = 0;
    const held = await holdRequests(page, '**/api/v1/settings');
    await undo.dblclick();
    held.release();
    await expect(fieldOf(page, 'Waits too long')).toHaveValue('4');
    expect(sent, `requests before "${toast}"`).toBe(1);
    await expectStatus(page, toast);
  }
});

test('the first Tab on a page reaches a link that skips the navigation', async ({ server, kitchen, managers }) => {
  const page = await openSettings(server, kitchen, managers);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Applies to')).toBeFocused();
});

test('nothing at the foot of a phone covers the control that has the focus', async ({ server, kitchen, managers }) => {
  const page = await openSettings(server, kitchen, managers);
  await fieldOf(page, 'Slow').fill('70');
  await page.keyboard.press('Enter');
  await expectStatus(page, '→ 70 %');
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(isFocusCovered), `after Tab ${press + 1}`).toBe(false);
  }
});

function isFocusCovered(): boolean {
  const focused = document.activeElement;
  if (!focused) return true;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  return !focused.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}
