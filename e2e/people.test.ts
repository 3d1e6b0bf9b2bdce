import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import { expect, test } from './test';

const PAGE = '/manager/people';
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('the branches of a manager stay chosen while another role is tried', async ({ server, kitchen, managers }) => {
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page, { role: 'owner' });
  const { name } = await managers.invites({ branches: [kitchen.branch] });
  await page.goto(`${server.url}${PAGE}`);
  const person = row(page, name);
  await person.getByRole('button', { name: 'Role' }).click();
  for (const role of [/^Owner/, /^Manager/]) await person.getByRole('radio', { name: role }).check();
  await expect(person.getByRole('checkbox', { name: 'All branches' })).not.toBeChecked();
});

test('an owner on a phone invites somebody, changes their role, signs them out and removes them', {
  tag: '@thorough',
}, async ({ browser, server, kitchen, managers }) => {
  const { page } = await kitchen.takesDevice();
  await page.setViewportSize({ width: 390, height: 844 });
  const { name: self } = await managers.signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}${PAGE}`);
  await page.getByLabel('Name to sign in with').fill(self);
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is somebody with this name.' })).toBeVisible();
  const name = `Bert ${kitchen.branch}`;
  await page.getByLabel('Name to sign in with').fill(name);
  await page.getByLabel('Name to sign in with').press('Enter');
  await expect(page.getByRole('heading', { name: `The link for ${name}` })).toBeFocused();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await axeFindsNothing(page, 'an invitation');
  const link = (await page.getByText(/\/login#[\w-]{43}$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, name).getByText(/^invited: the link is valid until/)).toBeVisible();

  const phone = await browser.newPage({ locale: 'en-GB' });
  await phone.goto(`${server.url}/login${link.slice(link.indexOf('#'))}`);
  await phone.getByLabel('New password').fill('a lamp above the pass');
  await phone.keyboard.press('Enter');
  await phone.waitForURL('**/manager');
  await expect(row(page, name).getByText('signed in on one device')).toBeVisible();
  await phone.goto(`${server.url}${PAGE}`);
  await expect(phone.getByRole('heading', { name: 'People' })).toHaveCount(0);

  await row(page, name).getByRole('button', { name: 'Role' }).click();
  await row(page, name)
    .getByRole('radio', { name: /^Owner/ })
    .check();
  await row(page, name).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, name).getByText('Saved. It applies at once.')).toBeVisible();
  await phone.reload();
  await expect(row(phone, self)).toBeVisible();
  await row(page, name).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, name).getByText('Undone.')).toBeVisible();

  // An open page of it goes to the form by itself.
  await phone.goto('about:blank');
  await row(page, name).getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(row(page, name).getByText('signed in nowhere')).toBeVisible();
  await phone.goto(`${server.url}/manager`);
  await phone.waitForURL('**/login?**');
  await phone.close();
  await row(page, name).getByRole('button', { name: 'Reset password' }).click();
  await row(page, name).getByRole('button', { name: 'Reset now' }).click();
  await expect(row(page, name).getByText(/\/login#[\w-]{43}$/)).toBeVisible();
  await axeFindsNothing(page, 'people');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBe(0);
  await row(page, name).getByRole('button', { name: 'Remove' }).click();
  await row(page, name).getByRole('button', { name: 'Remove now' }).click();
  await expect(row(page, name)).toHaveCount(0);

  await page.goto(`${server.url}${PAGE}?lang=nl`);
  await expect(page.getByRole('heading', { name: 'Gebruikers' })).toBeVisible();
  await axeFindsNothing(page, 'people in Dutch');
});
