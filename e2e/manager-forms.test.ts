import type { Page } from '@playwright/test';
import { appCode, secretIn } from '../server/testing/managers';
import { instant } from './instant';
import { openNetwork } from './network';
import { expect, test } from './test';

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('when the pressed button disappears, the focus goes to what takes its place', async ({
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
  await expect(page.getByLabel('Code'), 'after a found device was cancelled').toBeFocused();
  await row(page, screen).getByRole('button', { name: 'Identify' }).press('Enter');
  await expect(row(page, screen).getByText('This screen is not connected.')).toBeVisible();
  await expect(row(page, screen).getByRole('button', { name: 'Identify' }), 'after it was disabled').toBeFocused();
  await row(page, screen).getByRole('button', { name: 'Revoke' }).press('Enter');
  await row(page, screen).getByRole('button', { name: 'Revoke now' }).press('Enter');
  await expect(row(page, screen)).toHaveCount(0);
  await expect(page.locator('main :focus'), 'after the row of a screen was removed').toHaveCount(1);
});

test('a form whose server is away says so beside it, keeps the focus and what was typed', async ({
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

test('signing in and out ends with an explanation while the server answers nothing', async ({
  server,
  browser,
  kitchen,
  managers,
}) => {
  const network = await openNetwork(server.port);
  const { page } = await kitchen.takesDevice();
  const { name, password } = await managers.signsIn(page);
  await page.goto(network.by(`${server.url}/manager/screens`));
  const other = await browser.newPage({ locale: 'en-GB' });
  await other.goto(network.by(`${server.url}/login`));
  await other.getByLabel('Name').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  network.becomes('swallowing');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByText('The server does not answer. Check the network, and try again.')).toBeVisible();
  await expect(page.getByText('The server does not answer. Try again.')).toBeVisible();
  await other.close();
  await network.close();
});

test('a code that comes too late leads back to the password', async ({ server, browser, kitchen, managers }) => {
  const { page } = await kitchen.takesDevice();
  const { name, password } = await managers.signsIn(page);
  const post = async (what: string, data: object) =>
    (await page.request.post(`${server.url}/api/auth/second-factor/${what}`, { data })).json();
  const { address } = (await post('begin', { password })) as { address: string };
  await post('confirm', { code: await appCode(secretIn(address), instant()) });
  const other = await browser.newPage({ locale: 'en-GB' });
  await other.goto(`${server.url}/login`);
  await other.getByLabel('Name').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.keyboard.press('Enter');
  await expect(other.getByLabel('Code')).toBeFocused();
  await server.heatlamp('manager', 'reset-password', name);
  await other.keyboard.type('123456');
  await other.keyboard.press('Enter');
  await expect(other.getByText('This took too long. Sign in again.')).toBeVisible();
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible();
  await other.close();
});
