import { axeFindsNothing } from './accessibility';
import { createManagers } from './actors/manager';
import { startServerProcess } from './server-process';
import { expect, test } from './test';

/** More than the pages list. */
const BRANCHES = 104;
const UNLISTED = String(BRANCHES);

test('with 104 branches, forms and lists are usable with the keyboard, on a phone', { tag: '@thorough' }, async ({
  browser,
}) => {
  const server = await startServerProcess('sqlite', { isNew: true });
  for (let number = 1; number <= BRANCHES; number += 1)
    await server.heatlamp('branch', 'set', String(number), '--name', `Lantern ${number}`);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const page = await context.newPage();
  const { keyboard } = page;
  await createManagers(server).signsIn(page, { name: 'Olga', role: 'owner' });
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);

  // An invitation for three of them.
  await page.goto(`${server.url}/manager/people`);
  await page.getByLabel('Name to sign in with').fill('Anna');
  await page.getByRole('checkbox', { name: 'All branches' }).press('Space');
  const boxes = page.getByRole('group', { name: 'Branches' }).getByRole('checkbox');
  await page.getByRole('button', { name: 'Make the link' }).press('Enter');
  await expect(page.getByText('Choose at least one branch.')).toBeVisible();
  const find = page.getByLabel('Find a branch by its name or number');
  await find.focus();
  await keyboard.type('lantern 57');
  await keyboard.press('Enter');
  await expect(page.getByText('One branch matches.')).toBeVisible();
  await expect(boxes).toHaveCount(1);
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: 'Lantern 57' })).toBeChecked();
  await find.fill('63');
  await page.getByRole('checkbox', { name: 'Lantern 63' }).press('Space');
  await page.getByLabel('Another branch, by number').fill(UNLISTED);
  await keyboard.press('Enter');
  await find.fill('');
  await expect(boxes).toHaveCount(15);
  await expect(page.getByRole('checkbox', { name: `Branch ${UNLISTED}` })).toBeChecked();
  await fits();
  await axeFindsNothing(page, 'an invitation for some of many branches');
  await page.getByRole('button', { name: 'Make the link' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'The link for Anna' })).toBeVisible();
  const { managers } = await (await page.request.get(`${server.url}/api/v1/managers`)).json();
  expect(managers.find(({ name }: { name: string }) => name === 'Anna').branches).toEqual([57, 63, BRANCHES]);

  // A list of branches.
  await page.goto(`${server.url}/manager/settings`);
  const list = page.getByLabel('Applies to', { exact: true });
  await list.press('End');
  await page.waitForURL('**/manager/settings?branch=100');
  await expect(list).toHaveValue('100');
  await page.getByLabel('4 more branches, by number').fill(UNLISTED);
  await keyboard.press('Enter');
  await page.waitForURL(`**/manager/settings?branch=${UNLISTED}`);
  await expect(list.locator('option:checked')).toHaveText(`Lantern ${UNLISTED}`);
  await fits();
  await axeFindsNothing(page, 'the settings of one of many branches');
  await context.close();
  await server.discard();
});
