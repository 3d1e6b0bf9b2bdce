import type { Locator, Page } from '@playwright/test';
import { KEY, SUBSCRIPTION, signedHeaders } from '../server/testing/pos-key';
import { axeFindsNothing } from './accessibility';
import type { ServerProcess } from './server-process';
import { expect, test } from './test';

const PAGE = '/manager/subscriptions';

/** Posts an empty event as a subscription. Resolves to whether it was accepted as signed. */
async function isAccepted(server: ServerProcess, id: string, secret: string): Promise<boolean> {
  const body = Buffer.from('{}');
  const headers = signedHeaders(body, { id, key: { ...KEY, secret } });
  const answer = await fetch(`${server.url}/webhooks/kitchenStartCourse`, { method: 'POST', body, headers });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return error?.code !== 'INVALID_SIGNATURE' && error?.code !== 'INVALID_SUBSCRIPTION_ID';
}

const card = (page: Page, id: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: `POS connection ${id}`, exact: true }) });

/** The value beside a copy button, which the button copies. */
const shown = async (page: Page, what: string) =>
  (await page
    .getByRole('button', { name: `Copy ${what}` })
    .last()
    .locator('xpath=preceding-sibling::code')
    .textContent()) ?? '';

/** Presses a button until something shows: the live list may move the button while it is pressed. */
async function pressesUntil(button: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(shown).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

test('an owner on a phone makes a subscription, replaces its secret and removes it', { tag: '@thorough' }, async ({
  server,
  kitchen,
  managers,
}) => {
  const { page } = await kitchen.takesDevice();
  await page.setViewportSize({ width: 390, height: 844 });
  await managers.signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}${PAGE}`);
  await page.getByLabel('Id of the POS connection').fill(SUBSCRIPTION);
  await page.getByLabel('Id of the POS connection').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'A POS connection with this id exists.' })).toBeVisible();
  await page.getByLabel('Id of the POS connection').fill('terrace till');
  await page.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByRole('heading', { name: 'Enter this in the POS’s back office' })).toBeFocused();
  const first = await shown(page, 'the secret');
  expect(await isAccepted(server, 'terrace till', first)).toBe(true);
  await axeFindsNothing(page, 'a new subscription');
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const row = card(page, 'terrace till');
  await expect(row.getByText(/^Last message/)).toBeVisible();
  expect(await page.content()).not.toContain(first);

  await row.getByRole('button', { name: 'New secret' }).click();
  await expect(row.getByText(/^Two secrets are valid/)).toBeVisible();
  const second = await shown(page, 'the secret');
  await page.reload();
  await row.getByRole('button', { name: 'Show the secret' }).click();
  await expect(row.getByRole('heading', { name: 'Enter this in the POS’s back office' })).toBeFocused();
  expect(await shown(page, 'the secret')).toBe(second);
  expect([await isAccepted(server, 'terrace till', first), await isAccepted(server, 'terrace till', second)]).toEqual([
    true,
    true,
  ]);
  await row.getByRole('button', { name: 'I have copied it' }).click();
  await row.getByRole('button', { name: 'End the old secret' }).click();
  await pressesUntil(row.getByRole('button', { name: 'End it now' }), row.getByText(/^One secret is valid/));
  expect(await isAccepted(server, 'terrace till', first)).toBe(false);
  await expect(row.getByText(/^Last refused .* The signature is wrong/)).toBeVisible();
  await expect(row.getByText(/signed with a secret that has ended/)).toBeVisible();
  await axeFindsNothing(page, 'a subscription whose POS has the old secret');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBe(0);

  await row.getByRole('button', { name: 'Branches' }).click();
  await row.getByRole('checkbox').first().check();
  await pressesUntil(row.getByRole('button', { name: 'Save' }), row.getByText(/^It may send for .+ only\./));
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Undone.')).toBeVisible();

  await row.getByRole('button', { name: 'Remove', exact: true }).click();
  await row.getByRole('button', { name: 'Remove now' }).click();
  await expect(row).toHaveCount(0);
  expect(await isAccepted(server, 'terrace till', second)).toBe(false);
});

test('a manager sees what to enter in the POS in their language, changes nothing, and sees no secret', async ({
  server,
  kitchen,
  managers,
}) => {
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page);
  await page.goto(`${server.url}/manager/deliveries`);
  await expect(page.getByRole('link', { name: 'Log', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'For the POS' }).click();
  const row = card(page, SUBSCRIPTION);
  await row.getByText('Addresses and signing').click();
  await expect(row.getByText(/\/webhooks\/kitchenStartCourse$/)).toBeVisible();
  await expect(row.getByText('Only an owner can change this.')).toBeVisible();
  await expect(page.getByRole('button', { name: /New secret|Remove|Make it/ })).toHaveCount(0);
  expect(await page.content()).not.toContain(KEY.secret);
  await page.goto(`${server.url}${PAGE}?lang=nl`);
  await expect(page.getByText('Wat naar Heatlamp mag sturen')).toBeVisible();
  await axeFindsNothing(page, 'subscriptions in Dutch');
});
