import { DESSERTS, MAINS } from './actors/pos';
import { readies, takesTablet } from './actors/waiter';
import { expect, test } from './test';

test('my tables are tapped or typed, with the check-back, kept in the address, and come first in the full list', async ({
  pos,
  kitchen,
}) => {
  for (const number of [1, 2, 3, 20]) await readies(pos, { number }, 4 - (number % 4));
  const lee = await takesTablet(kitchen, { choices: 'escalate=off' });
  await lee.counts('All', 4);
  await lee.counts('Mine', null);
  expect(await lee.order()).toEqual(['3', '2', '1', '20']);

  // Without tables, the tab asks for them: in its place, and at once in the dialog.
  await lee.looksAt('Mine');
  await expect(lee.page.getByText('Which tables are yours?')).toBeVisible();
  const dialog = lee.page.getByRole('dialog', { name: 'My tables' });
  await expect(dialog).toBeVisible();
  await lee.page.keyboard.press('Escape');
  await lee.page.getByRole('tabpanel').getByRole('button', { name: 'Pick my tables' }).click();
  for (const number of ['2', '3']) await dialog.getByRole('button', { name: number, exact: true }).click();
  await expect(dialog.getByRole('button', { pressed: true })).toHaveText(['2', '3']);
  await expect(dialog.getByRole('textbox')).toHaveValue('2-3');
  await dialog.getByRole('textbox').fill('1-x');
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog.getByText('Not understood.')).toBeVisible();
  expect(lee.chose('mine')).toBe('2-3');
  // Beside the tables, where a waiter sees it.
  await dialog.getByRole('combobox', { name: 'Ask whether all is well, after the serve' }).selectOption('8');
  expect(lee.chose('checkback')).toBe('8');
  await dialog.getByRole('textbox').fill('30, 2 - 12');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => lee.chose('mine')).toBe('2-12,30');
  await lee.counts('Mine', 2);
  expect(await lee.order()).toEqual(['3', '2']);

  await lee.looksAt('All');
  await expect.poll(lee.order).toEqual(['3', '2', '1', '20']);
  await lee.hasParts('Just ready 2', 'Other tables, just ready 1', 'Other tables, waiting too long 1');
  await lee.reloadsNow();
  await expect.poll(lee.order).toEqual(['3', '2', '1', '20']);
  expect(lee.chose('show')).toBe('all');
  const again = await lee.opensTables();
  await again.getByRole('button', { name: 'None' }).click();
  await lee.page.keyboard.press('Escape');
  await lee.hasParts('Just ready 3', 'Waiting too long 1');
  expect(lee.chose('mine')).toBeNull();
});

test('with any number of tables the text field, its error and the close button stay visible', {
  tag: '@thorough',
}, async ({ pos, kitchen }) => {
  // One by one: the server limits the connections of an address.
  for (let number = 1; number <= 150; number += 1) await pos.serves(pos.seats({ number }), MAINS);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 800, height: 1280 },
    { width: 390, height: 844 },
  ]) {
    const lee = await takesTablet(kitchen, { viewport });
    const dialog = await lee.opensTables();
    await expect(dialog.getByRole('button', { name: /^\d+$/ })).toHaveCount(150);
    await dialog.getByRole('textbox').fill('1-x');
    await dialog.getByRole('textbox').press('Enter');
    const [problem, done] = [dialog.getByText('Not understood.'), dialog.getByRole('button', { name: 'Done' })];
    for (const part of [dialog.getByRole('textbox'), problem, done]) await expect(part).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: '150', exact: true }).click();
    await expect.poll(() => lee.chose('mine')).toBe('150');
    await expect(done).toBeInViewport({ ratio: 1 });
  }
});

test('what nobody took elsewhere is one line of table numbers, never a row above mine', async ({ pos, kitchen }) => {
  const sam = await takesTablet(kitchen, {
    name: 'Sam',
    choices: 'mine=1-9&escalate=0.1',
    viewport: { width: 390, height: 844 },
  });
  const lee = await takesTablet(kitchen, { name: 'Lee', choices: 'mine=20&escalate=off' });
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await readies(pos, { number }, 1);
  await sam.counts('Mine', 7);
  await readies(pos, { number: 30 }, 2);
  await readies(pos, { number: 15, subNumber: 2 }, 1);
  await expect(sam.untaken).toHaveText(/^Nobody took: 15·2, 30/);
  await expect(sam.untaken).toHaveAccessibleName('Nobody took: Table 15, part 2, Table 30');
  await sam.counts('Mine', 7);
  await sam.hasParts('Just ready 7');
  await lee.counts('All', 9);
  await lee.counts('Mine', 0);
  await expect(lee.untaken).toHaveCount(0);

  await sam.untaken.click();
  await sam.hasParts('Just ready 7', 'Other tables, just ready 2');
  await expect(sam.row('Table 15, part 2')).toBeInViewport({ ratio: 1 });
  await expect(sam.untaken).toHaveCount(0);
  await sam.claims('Table 30');
  await sam.sees('Table 30', 'You have it');
  await sam.looksAt('Mine');
  await expect(sam.untaken).toHaveText(/^Nobody took: 15·2/);
  await sam.sees('Table 30', 'At the table');
  await sam.counts('Mine', 8);
  await lee.looksAt('All');
  await lee.sees('Table 30', 'Sam has it');
});

test('a check-back is listed once on this device', async ({ pos, kitchen }) => {
  const sam = await takesTablet(kitchen, { choices: 'mine=1-9&checkback=0.1' });
  const lee = await takesTablet(kitchen, { choices: 'checkback=0.1' });
  const quiet = await takesTablet(kitchen);
  const party = await readies(pos, { number: 5 }, 9);
  await pos.serves(party, MAINS, { minutesAgo: 8 });
  const other = await readies(pos, { number: 30 }, 5);
  await pos.serves(other, MAINS);
  await expect(sam.line('All well?', 'Table 5')).toContainText(/Table 5 · Mainsserved (?:8|9|10) min ago · all well\?/);
  await expect(lee.line('All well?', 'Table 30')).toBeVisible();
  await expect(sam.line('All well?', 'Table 30')).toHaveCount(0);
  const below = await readies(pos, { number: 6 }, 4);
  await pos.serves(below, MAINS, { minutesAgo: 3 });
  await expect(sam.line('All well?', 'Table 6')).toBeVisible();
  // The second tap of a double tap is on the next line by then.
  const { x = 0, y = 0 } = (await sam.line('All well?', 'Table 5').getByRole('button').boundingBox()) ?? {};
  await sam.page.mouse.dblclick(x + 20, y + 20, { delay: 50 });
  await expect(sam.line('All well?', 'Table 5')).toHaveCount(0);
  await expect(sam.line('All well?', 'Table 6')).toBeVisible();
  await sam.reloadsNow();
  await expect(sam.page.getByText('Nothing of yours is ready')).toBeVisible();
  await expect(sam.line('All well?', 'Table 5')).toHaveCount(0);
  await expect(lee.line('All well?', 'Table 5')).toBeVisible();
  await expect(quiet.page.getByRole('region', { name: 'All well?' })).toHaveCount(0);
  await pos.starts(party, DESSERTS);
  await expect(lee.line('All well?', 'Table 5')).toBeVisible();
  await pos.completes(party, DESSERTS);
  await expect(lee.line('All well?', 'Table 5')).toHaveCount(0);
});

test('the focus stays in the field and on the button that take my tables', async ({ pos, kitchen }) => {
  for (const number of [1, 2]) await readies(pos, { number });
  const lee = await takesTablet(kitchen);
  const dialog = await lee.opensTables();
  const field = dialog.getByRole('textbox');
  await field.fill('1');
  await field.press('Enter');
  await expect.poll(() => lee.chose('mine')).toBe('1');
  await expect(field).toBeFocused();
  await field.fill('2, 1');
  await field.press('Tab');
  await expect(field).toHaveValue('1-2');
  const none = dialog.getByRole('button', { name: 'None' });
  await expect(none).toBeFocused();
  await none.press('Enter');
  await expect(field).toHaveValue('');
  await expect(none).toBeFocused();
});

test('the focus goes to the next course when a row leaves', async ({ pos, kitchen }) => {
  for (const number of [1, 2, 3]) await readies(pos, { number }, 5 - number);
  const lee = await takesTablet(kitchen, { choices: 'escalate=off' });
  await lee.sees('Table 3');
  const button = (where: string) => lee.row(where).getByRole('button');
  await button('Table 2').press('Enter');
  await lee.sees('Table 2', /you have it/i);
  await expect(button('Table 2')).toBeFocused();
  await button('Table 2').press('Enter');
  await lee.seesNo('Table 2');
  await expect(lee.page.getByRole('list', { name: 'Ready to serve' }).locator('button:focus')).toHaveCount(1);
});
