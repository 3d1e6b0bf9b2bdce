import type { Locator } from '@playwright/test';
import { MAINS, type Pos, STARTERS } from './actors/pos';
import type { Wall } from './actors/wall';
import { expect, test } from './test';

/** A field of the menu, its value, and its parameter in the address. */
type Choice = { field: string; role: 'combobox' | 'textbox' | 'spinbutton'; value: string; name: string };

const CHOICES: Choice[] = [
  { field: 'Order', role: 'combobox', value: 'table', name: 'sort' },
  { field: 'Orders', role: 'combobox', value: 'table', name: 'kind' },
  { field: 'Courses', role: 'textbox', value: 'MA,ST', name: 'courses' },
  { field: 'Tables', role: 'textbox', value: '10-29', name: 'tables' },
  { field: 'At the foot of a card', role: 'combobox', value: 'food', name: 'clock' },
  { field: 'Layout', role: 'combobox', value: 'lanes', name: 'layout' },
  { field: 'Columns (0: as many as fit)', role: 'spinbutton', value: '3', name: 'columns' },
  { field: 'Cards', role: 'combobox', value: 'dense', name: 'density' },
  { field: 'Seconds per page (0 to stay)', role: 'spinbutton', value: '15', name: 'autoPage' },
  { field: 'Screen, inches', role: 'spinbutton', value: '43', name: 'diagonal' },
  { field: 'Read from, metres', role: 'spinbutton', value: '2.5', name: 'distance' },
  { field: 'Text size', role: 'spinbutton', value: '1', name: 'zoom' },
  { field: 'Colours', role: 'combobox', value: 'light', name: 'theme' },
  { field: 'Palette', role: 'combobox', value: 'blue-yellow', name: 'palette' },
  { field: 'Language', role: 'combobox', value: 'en', name: 'lang' },
  { field: 'Sound', role: 'combobox', value: 'on', name: 'sound' },
  { field: 'Volume', role: 'combobox', value: 'loud', name: 'volume' },
];

async function fillsBoard(pos: Pos): Promise<void> {
  await pos.starts(pos.seats({ number: 30 }), MAINS, { minutesAgo: 3 });
  await pos.starts(pos.seats({ number: 20 }), STARTERS, { minutesAgo: 2 });
  await pos.starts(pos.seats({ number: 10 }), MAINS, { minutesAgo: 1 });
  await pos.starts(pos.takesCounterOrder(40), { courseNumber: 1, name: 'Counter' });
}

const controlOf = (menu: Locator, { field, role }: Pick<Choice, 'field' | 'role'>) =>
  menu.getByRole(role, { name: field, exact: true });
const list = (menu: Locator, field: string) => controlOf(menu, { field, role: 'combobox' });
const text = (menu: Locator, field: string) => controlOf(menu, { field, role: 'textbox' });

const places = (wall: Wall) => wall.page.getByRole('listitem').getByRole('heading').allTextContents();

test('a choice applies to the wall at once, and invalid input changes nothing', async ({ pos, kitchen }) => {
  await fillsBoard(pos);
  const wall = await kitchen.opensWall();
  await wall.sees('Counter ticket 40');
  expect(await places(wall)).toEqual(['30', '20', '10', '#40']);
  const menu = await wall.opensMenu();
  await menu.getByLabel('Columns').fill('99');
  await text(menu, 'Tables').fill('all of them');
  await menu.getByLabel('Screen, inches').fill('0');
  expect(new URL(wall.page.url()).search).toBe('');

  await list(menu, 'Order').selectOption('by table');
  await expect.poll(() => places(wall)).toEqual(['10', '20', '30', '#40']);
  await menu.getByLabel('Columns').fill('1');
  await expect(wall.page.locator('[data-board]')).toHaveAttribute('style', /--columns: 1;/);
  await menu.getByLabel('Columns').fill('');
  await list(menu, 'Orders').selectOption('tables');
  await expect.poll(() => places(wall)).toEqual(['10', '20', '30']);
  await text(menu, 'Tables').fill('10-20');
  await expect.poll(() => places(wall)).toEqual(['10', '20']);
  await text(menu, 'Courses').fill('st');
  await expect.poll(() => places(wall)).toEqual(['20']);
  await text(menu, 'Courses').fill('XX');
  await expect(wall.page.getByText('No open course matches the filters')).toBeVisible();
  await text(menu, 'Courses').fill('');
  await list(menu, 'Layout').selectOption('cooking | ready');
  await expect(wall.page.getByRole('heading', { name: 'Cooking', includeHidden: true })).toHaveCount(1);
  await list(menu, 'Language').selectOption('nl');
  await expect(wall.page.getByRole('dialog', { name: 'Instellingen van dit scherm' })).toBeVisible();
  await expect(wall.page.locator('html')).toHaveAttribute('lang', 'nl');
});

test('the courses and tables of the week are buttons, and the wall beside them shows what they do', async ({
  pos,
  kitchen,
}) => {
  await fillsBoard(pos);
  const wall = await kitchen.opensWall({ viewport: { width: 1280, height: 800 } });
  await wall.sees('Counter ticket 40');
  const menu = await wall.opensMenu();
  const chip = (name: string) => menu.getByRole('button', { name, exact: true });
  await chip('MA').click();
  await expect(chip('MA')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => places(wall)).toEqual(['30', '10']);
  await expect(text(menu, 'Courses')).toHaveValue('MA');
  await chip('10').click();
  await expect.poll(() => places(wall)).toEqual(['10']);
  await expect(text(menu, 'Tables')).toHaveValue('10');
  await expect(wall.card('Table 10')).toBeInViewport({ ratio: 1 });
  await chip('MA').click();
  await chip('10').click();
  await expect.poll(() => places(wall)).toHaveLength(4);
});

test('every choice is possible with the keyboard alone, is written to the address, and survives a reload', {
  tag: '@thorough',
}, async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall({ viewport: { width: 1280, height: 800 } });
  await fillsBoard(pos);
  await wall.sees('Table 30');
  const { keyboard } = wall.page;
  const settings = wall.page.getByRole('button', { name: 'Settings of this wall' });
  await keyboard.press('Tab');
  await expect(wall.page.getByRole('button', { name: 'Recall' })).toBeFocused();
  while (!(await isFocused(settings))) await keyboard.press('Tab');
  await keyboard.press('Enter');
  const menu = wall.page.getByRole('dialog');
  await expect(menu).toBeVisible();

  const address = () => Object.fromEntries(new URL(wall.page.url()).searchParams);
  const chosen: Record<string, string> = {};
  for (const choice of CHOICES) {
    const { field, value, name } = choice;
    const control = controlOf(menu, choice);
    for (let presses = 0; !(await isFocused(control)); presses += 1) {
      expect(presses, `Tab reaches "${field}"`).toBeLessThan(40);
      await keyboard.press('Tab');
    }
    await choosesByKeys(control, value);
    chosen[name] = value;
    await expect.poll(address).toEqual(chosen);
  }
  await keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(settings).toBeFocused();

  await wall.reloadsNow();
  expect(address()).toEqual(chosen);
  const reopened = await wall.opensMenu();
  for (const choice of CHOICES) await expect(controlOf(reopened, choice), choice.field).toHaveValue(choice.value);
});

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

/** Types into a text field; selects from a list with the arrow keys. */
async function choosesByKeys(control: Locator, value: string): Promise<void> {
  const { keyboard } = control.page();
  if ((await control.evaluate((element) => element.tagName)) !== 'SELECT') {
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(value);
    return;
  }
  for (let presses = 0; (await control.inputValue()) !== value; presses += 1) {
    expect(presses, `the arrow keys reach "${value}"`).toBeLessThan(10);
    await keyboard.press('ArrowDown');
  }
}
