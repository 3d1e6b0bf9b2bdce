import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import { MAINS, STARTERS } from './actors/pos';
import { expect, test } from './test';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** The row of one setting. */
const rowOf = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true }).first();
const toast = (page: Page) => page.getByRole('status').filter({ hasText: '→' });

test('a limit that the manager lowers reaches a wall, and undo restores it', async ({
  server,
  managers,
  pos,
  kitchen,
}) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS, { minutesAgo: 9 });
  await pos.starts(pos.seats({ number: 14 }), STARTERS, { minutesAgo: 9 });
  const wall = await kitchen.opensWall();
  await wall.seesState('Table 12', 'cooking');
  const { page } = await kitchen.takesDevice({ viewport: DESK });
  const { name } = await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager/settings`);
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Mains' });
  await expect(page.getByText(`Settings of Mains of Branch ${pos.branch}.`)).toBeVisible();

  const field = page.getByRole('textbox', { name: 'Late, with no expected time', exact: true });
  await field.fill('8');
  await field.press('Enter');
  await wall.seesState('Table 12', 'late');
  await wall.seesState('Table 14', 'cooking');
  await expect(toast(page)).toHaveText(`Late, with no expected time · Branch ${pos.branch}, Mains: not set → 8 min`);
  await expect(rowOf(page, 'Late, with no expected time')).toContainText('Set for this course');
  // Reports and history use it too.
  const late = async () => {
    const answer = await page.request.get(`${server.url}/api/v1/history/courses?branch=${pos.branch}&late=true`);
    return ((await answer.json()) as { courses: unknown[] }).courses.length;
  };
  expect(await late()).toBe(1);
  await expect(page.getByRole('listitem').filter({ hasText: '→ 8 min' })).toContainText(`by ${name}`);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await wall.seesState('Table 12', 'cooking');
  await expect(rowOf(page, 'Late, with no expected time')).toContainText('Default');
  await expect(field).toHaveValue('15');
  expect(await late()).toBe(0);
});

test('with the keyboard alone errors are shown, Escape reverts, Enter saves, and the focus stays', async ({
  kitchen,
  server,
  managers,
  pos,
}) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS);
  const { page } = await kitchen.takesDevice({ viewport: DESK });
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager/settings`);
  const field = page.getByRole('textbox', { name: 'Waits too long', exact: true });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('much');
  await page.keyboard.press('Enter');
  const row = rowOf(page, 'Waits too long');
  await expect(row.getByRole('alert')).toHaveText('A number from 0.1 to 1,440.');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await axeFindsNothing(page, 'a setting that is wrong');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('4');
  await expect(row.getByRole('button', { name: 'Save' })).toBeHidden();

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1.5');
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveText(`Waits too long · Branch ${pos.branch}: not set → 1.5 min`);
  await expect(field).toBeFocused();
  // Red before amber gets a warning, but is allowed.
  await expect(page.getByText('A card on the pass would be red before it is amber.')).toBeVisible();
  await axeFindsNothing(page, 'a setting that was changed');

  await row.getByRole('button', { name: 'Back to the default: 4 min' }).press('Enter');
  await expect(field).toHaveValue('4');
  await expect(field).toBeFocused();
  await expect(toast(page)).toHaveText(`Waits too long · Branch ${pos.branch}: 1.5 min → not set`);
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(field).toHaveValue('1.5');
  await page.getByRole('button', { name: /^Undo: Waits too long/ }).press('Enter');
  await expect(field).toHaveValue('4');
  await expect(page.locator('ol:focus'), 'the list whose button is gone').toBeVisible();
});

test('an owner sets global values, and a manager those of their branch', async ({
  kitchen,
  server,
  managers,
  openBranch,
}) => {
  const [one, other] = [openBranch(), openBranch()];
  for (const { pos } of [one, other]) await pos.starts(pos.seats({ number: 12 }), MAINS);
  await server.heatlamp('branch', 'set', String(one.pos.branch), '--name', 'Canal');
  const { page: hers } = await kitchen.takesDevice({ viewport: DESK });
  await managers.signsIn(hers, { branches: [one.pos.branch] });
  await hers.goto(`${server.url}/manager/settings?branch=all`);
  await expect(hers.getByText('Only an owner changes the settings of all branches.')).toBeVisible();
  await expect(hers.getByRole('textbox')).toHaveCount(0);
  await hers.getByLabel('Applies to').selectOption({ label: 'Canal' });
  await hers.getByRole('textbox', { name: 'Late', exact: true }).fill('90');
  await hers.keyboard.press('Enter');
  await expect(toast(hers)).toHaveText('Late · Canal: not set → 90 %');

  const { page: his } = await kitchen.takesDevice({ viewport: DESK });
  await managers.signsIn(his, { role: 'owner' });
  await his.goto(`${server.url}/manager/settings?branch=all`);
  await expect(rowOf(his, 'Late')).toContainText('Differs for Canal 90 %');
  await rowOf(his, 'Late').getByRole('link', { name: 'Canal' }).click();
  await expect(his.getByRole('textbox', { name: 'Late', exact: true })).toHaveValue('90');
  // She changes the value again while he types over the old one.
  await his.getByRole('textbox', { name: 'Late', exact: true }).fill('70');
  await hers.getByRole('textbox', { name: 'Late', exact: true }).fill('95');
  await hers.keyboard.press('Enter');
  await expect(toast(hers)).toHaveText('Late · Canal: 90 % → 95 %');
  await his.getByRole('textbox', { name: 'Late', exact: true }).press('Enter');
  await expect(his.getByText('Somebody else changed this in the meantime')).toBeVisible();
  // What he typed stays, until he saves it over hers or discards it.
  await expect(his.getByRole('textbox', { name: 'Late', exact: true })).toHaveValue('70');
  await expect(rowOf(his, 'Late').getByRole('alert')).toHaveText('Meanwhile it was changed to 95 %.');
  await axeFindsNothing(his, 'a setting that somebody else changed meanwhile');
  await his.getByRole('textbox', { name: 'Late', exact: true }).press('Enter');
  await expect(toast(his)).toHaveText('Late · Canal: 95 % → 70 %');
  await expect(rowOf(his, 'Late').getByRole('alert')).toHaveCount(0);
  await hers.getByRole('textbox', { name: 'Late', exact: true }).fill('60');
  await hers.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(rowOf(hers, 'Late').getByRole('alert')).toHaveText('Meanwhile it was changed to 70 %.');
  await rowOf(hers, 'Late').getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(hers.getByRole('textbox', { name: 'Late', exact: true })).toHaveValue('70');
  await expect(hers.getByRole('textbox', { name: 'Late', exact: true })).toBeFocused();
  await expect(rowOf(hers, 'Late').getByRole('alert')).toHaveCount(0);

  await rowOf(his, 'Name').getByRole('textbox').fill('Harbour');
  await his.keyboard.press('Enter');
  await expect(toast(his)).toHaveText('Name · Harbour: Canal → Harbour');
  await rowOf(his, 'Time zone').getByRole('combobox').fill('Mars');
  await his.keyboard.press('Enter');
  await expect(his.getByText('There is no time zone of this name.')).toBeVisible();
  await hers.reload();
  await expect(hers.getByText('Settings of Harbour.')).toBeVisible();
  await expect(rowOf(hers, 'Name').getByRole('textbox')).toHaveCount(0);

  const settings = `${server.url}/manager/settings`;
  const course = hers.getByRole('search').getByLabel('Course');
  await hers.goto(`${settings}?branch=${one.pos.branch}&course=1234567890`);
  await expect(course).toHaveValue('1234567890');
  await hers.goto(`${settings}?branch=${one.pos.branch}&course=12345678901`);
  await expect(hers.getByText('“12345678901” is not valid for course.')).toBeVisible();
  await expect(course).toHaveValue('all');
  await hers.goto(`${settings}?branch=999999&course=1`);
  await expect(hers.getByText('Branch 999999 is not one of yours.')).toBeVisible();
  await expect(course).toHaveValue('all');
});

test('a change that erases names offers no undo', async ({ kitchen, server, managers }) => {
  const { page } = await kitchen.takesDevice({ viewport: DESK });
  await managers.signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}/manager/settings?branch=all`);
  const names = rowOf(page, 'Names of guests are erased');
  await names.getByRole('combobox').selectOption({ label: 'After' });
  await names.getByRole('textbox').fill('900');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('→ 900 days');
  const change = page.getByRole('listitem').filter({ hasText: '→ 900 days' });
  await expect(change).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  await expect(change.getByRole('button')).toHaveCount(0);
  await names.getByRole('button', { name: 'Back to the default: never' }).click();
  await expect(toast(page)).toContainText('900 days → not set');
});

test('on a phone in Dutch services can be added, the unit shows its evidence, and nothing overflows', async ({
  kitchen,
  server,
  managers,
  pos,
}) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS);
  const { page } = await kitchen.takesDevice({ viewport: PHONE, locale: 'nl-NL' });
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible();
  await expect(rowOf(page, 'Bereidingstijden van de kassa')).toContainText('0 keer op seconden');
  await axeFindsNothing(page, 'settings on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  const services = rowOf(page, 'De dagdelen van een dag');
  await services.getByRole('button', { name: 'Dagdeel toevoegen' }).click();
  await expect(services.getByLabel('Naam').last()).toBeFocused();
  await services.getByLabel('Naam').last().fill('laat diner');
  await services.getByRole('button', { name: 'Opslaan' }).click();
  await expect(services.getByRole('alert')).toContainText('een begin en een naam zonder komma nodig');
  await services.getByLabel('Begint').last().fill('21:30');
  await services.getByRole('button', { name: 'Opslaan' }).click();
  await expect(toast(page)).toContainText('laat diner 21:30');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await axeFindsNothing(page, 'settings on a phone with something to undo');
  const field = page.getByRole('textbox', { name: 'Wacht', exact: true });
  await field.fill('2,5');
  await field.press('Enter');
  await expect(toast(page)).toContainText('2,5 min');
  const pin = rowOf(page, 'Pincode om de kioskmodus te verlaten');
  await pin.getByRole('combobox').selectOption('een pincode');
  await pin.getByRole('textbox').fill('0417');
  await pin.getByRole('textbox').press('Enter');
  await expect(toast(page)).toContainText('niet ingesteld → 0417');
  await pin.getByRole('combobox').selectOption('geen pincode');
  await pin.getByRole('button', { name: 'Opslaan' }).press('Enter');
  await expect(toast(page)).toContainText('0417 → geen pincode');
});

test('[F25] an owner accepts one provisional branch and removes another', async ({
  kitchen,
  server,
  managers,
  openBranch,
  pos,
}) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS);
  const [second, stray] = [openBranch().pos.branch, openBranch().pos.branch];
  for (const branchNumber of [second, stray])
    await server.post(
      'kitchenStartCourse',
      JSON.stringify({
        event: { eventBlocking: false, eventCounter: 1, eventTimestamp: new Date().toISOString() },
        sender: { branchNumber, workplaceNumber: 1 },
        tableOrder: { orderId: randomUUID(), year: 2026, number: 1 },
        table: { number: 7 },
        course: MAINS,
      }),
    );
  const { page } = await kitchen.takesDevice({ viewport: PHONE });
  await managers.signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}/manager/settings?branch=${pos.branch}`);
  const menu = page.getByLabel('Applies to');
  await expect(page.getByText(`Branch ${second}`, { exact: true })).toBeVisible();
  await expect(menu.getByRole('option', { name: `Branch ${second}` })).toHaveCount(0);
  await axeFindsNothing(page, 'settings with new branch numbers');

  await page.getByRole('button', { name: `Take Branch ${second}` }).press('Enter');
  await expect(page.getByText(`Branch ${second} is in use.`)).toBeVisible();
  await expect(menu.getByRole('option', { name: `Branch ${second}` })).toHaveCount(1);
  await page.getByRole('button', { name: `Remove Branch ${stray}` }).press('Enter');
  await expect(page.getByText(`Branch ${stray} was removed.`)).toBeVisible();
  await expect(page.getByText(`Branch ${stray}`, { exact: true })).toHaveCount(0);
  const board = await page.request.get(`${server.url}/api/v1/board?branch=${second}`);
  expect(((await board.json()) as { tickets: unknown[] }).tickets).toHaveLength(1);
});

test('[F25b] an owner removes a branch that nothing came for, once nothing refers to it', async ({
  server,
  managers,
  openBranch,
}) => {
  const { kitchen } = openBranch();
  const screen = await kitchen.getsLink();
  // Nothing came for this one either: it could be removed in place of the first.
  await openBranch().kitchen.getsLink();
  const { page } = await kitchen.takesDevice({ viewport: PHONE });
  await managers.signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}/manager/settings?branch=${kitchen.branch}`);
  const remove = page.getByRole('button', { name: 'Remove the branch' });
  await remove.click();
  await expect(page.getByText(/^It is in use: a screen/)).toBeVisible();
  await axeFindsNothing(page, 'settings of a branch that nothing came for');
  await server.heatlamp('screen', 'revoke', String(screen.id));
  await remove.click();
  await page.waitForURL('**/manager/settings');
  await page.goto(`${server.url}/manager/settings?branch=${kitchen.branch}`);
  await expect(page.getByRole('alert').filter({ hasText: `${kitchen.branch}` })).toBeVisible();
  await expect(remove).toHaveCount(0);
});
