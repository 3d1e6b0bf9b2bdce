import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import type { Kitchen } from './actors/kitchen';
import { MAINS, type Pos } from './actors/pos';
import type { Wall } from './actors/wall';
import { expect, test } from './test';

/** Creates this many tables, the first one cooking for longest. */
async function fillsBoard(pos: Pos, tables: number): Promise<void> {
  for (let number = 1; number <= tables; number += 1)
    await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 9 - number / 10 });
}

const places = ({ page }: Wall) => page.getByRole('listitem').getByRole('heading').allTextContents();
/** The table whose card has keyboard focus. */
const selected = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-ticket]')?.querySelector('h2')?.textContent ?? null);

test('a cook with only a keyboard selects, acts, undoes, recalls, turns pages and sorts', async ({ pos, kitchen }) => {
  await fillsBoard(pos, 12);
  const wall = await kitchen.opensWall({
    viewport: { width: 1280, height: 800 },
    choices: 'diagonal=32&distance=2&columns=2&sort=table&sound=on',
  });
  await wall.sees('Table 1');
  const { page } = wall;
  const { keyboard } = page;

  await keyboard.press('3');
  await expect.poll(() => selected(page)).toBe('3');
  await keyboard.press('ArrowLeft');
  await expect.poll(() => selected(page)).toBe('2');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowDown');
  await keyboard.press('1');
  await expect.poll(() => selected(page)).toBe('1');
  await keyboard.press('ArrowRight');
  await expect.poll(() => selected(page)).toBe('2');

  await wall.undoes('Table 2 · Mains hidden', () => keyboard.press('Enter'), 'Backspace');
  await wall.sees('Table 2');

  await keyboard.press('2');
  // A key that is held repeats.
  for (let times = 0; times < 3; times += 1) await keyboard.down('Enter');
  await wall.seesNo('Table 2');
  await keyboard.down('Enter');
  await keyboard.up('Enter');
  await wall.countsHidden(1);
  await expect.poll(() => selected(page)).toBe('3');
  await keyboard.press('r');
  const recall = page.getByRole('dialog', { name: 'Last 30 minutes' });
  await expect(recall.getByRole('button', { name: /^Bring back Table 2/ })).toBeFocused();
  await keyboard.press('1');
  await keyboard.press('Escape');
  await expect(recall).toBeHidden();
  await wall.sees('Table 2');

  const [first] = await places(wall);
  await keyboard.press('PageDown');
  await expect.poll(async () => (await places(wall))[0]).not.toBe(first);
  await keyboard.press('PageUp');
  await expect.poll(async () => (await places(wall))[0]).toBe(first);

  await keyboard.press('s');
  await wall.said('Order: by course');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('course');

  await expect(page.getByRole('button', { name: /^Mute/ })).toBeVisible();
  await keyboard.press('m');
  await wall.said('No sound for a minute');
  await expect(page.getByRole('button', { name: /1 min/ })).toBeVisible();

  await keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);

  await keyboard.press('?');
  const legend = page.getByRole('dialog', { name: 'Keys' });
  await expect(legend.getByText('last 30 minutes')).toBeVisible();
  await axeFindsNothing(page, 'the legend');
  await keyboard.press('Escape');
  await expect(legend).toBeHidden();
  // A bump bar has no Escape.
  for (const key of ['?', 'Enter']) {
    await keyboard.press('?');
    await expect(legend).toBeVisible();
    await keyboard.press(key);
    await expect(legend).toBeHidden();
  }
});

test('the next press of a bump bar selects a card first, also after a touch on one', async ({ pos, kitchen }) => {
  await fillsBoard(pos, 3);
  const party = pos.seats({ number: 4 });
  await pos.starts(party, MAINS, { minutesAgo: 5 });
  pos.moves(party, { number: 5 });
  await pos.completes(party, MAINS);
  const wall = await kitchen.opensWall({ choices: 'sort=table' });
  await wall.sees('Table 5');
  await wall.touches('Table 5');
  await expect(wall.page.locator('span[data-unseen]')).toHaveCount(0);
  await wall.page.keyboard.press('Enter');
  await expect.poll(() => selected(wall.page)).toBe('1');
  await wall.sees('Table 5');
});

/** A wall whose courses need more than one page. */
async function opensPages(kitchen: Kitchen, pos: Pos, choices: string) {
  await fillsBoard(pos, 12);
  const wall = await kitchen.opensWall({
    isClockDriven: true,
    viewport: { width: 1280, height: 800 },
    choices: `diagonal=32&distance=2&columns=2&sort=table${choices}`,
  });
  return { wall, isOnPage: (number: RegExp) => expect(wall.page.getByText(number, { exact: true })).toBeVisible() };
}

test('a wall that turns its pages by itself keeps a page for the whole time after a key', async ({ pos, kitchen }) => {
  const { wall, isOnPage } = await opensPages(kitchen, pos, '&autoPage=10');
  await isOnPage(/^1\/\d$/);
  await wall.letsPass(7);
  await wall.page.keyboard.press('1');
  await wall.letsPass(7);
  await isOnPage(/^1\/\d$/);
  await wall.letsPass(4);
  await isOnPage(/^2\/\d$/);
});

test('a page that somebody turned to goes back to the first one after a minute without a touch or key', async ({
  pos,
  kitchen,
}) => {
  const { wall, isOnPage } = await opensPages(kitchen, pos, '');
  await isOnPage(/^1\/\d$/);
  await wall.page.keyboard.press('PageDown');
  await wall.letsPass(50);
  await wall.page.keyboard.press('1');
  await wall.letsPass(50);
  await isOnPage(/^2\/\d$/);
  await wall.letsPass(11);
  await isOnPage(/^1\/\d$/);
});

/** Presses Enter at this time in ms, however long a busy machine takes between two presses. */
const pressesEnter = (page: Page, at: number) =>
  page.evaluate((timeStamp) => {
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(Object.defineProperty(press, 'timeStamp', { value: timeStamp }));
  }, at);

test('an undo by key selects the card that it brings back, and a second press at once hides no other card', async ({
  pos,
  kitchen,
}) => {
  await fillsBoard(pos, 4);
  const wall = await kitchen.opensWall({ choices: 'sort=table' });
  const { page } = wall;
  await wall.sees('Table 4');
  await page.keyboard.press('2');
  await wall.undoes('Table 2 · Mains hidden', () => page.keyboard.press('Enter'), 'Backspace');
  await wall.sees('Table 2');
  await expect.poll(() => selected(page)).toBe('2');

  await pressesEnter(page, 0);
  await wall.seesNo('Table 2');
  await expect.poll(() => selected(page)).toBe('3');
  await pressesEnter(page, 100);
  await pressesEnter(page, 500);
  await wall.sees('Table 3');
  await wall.countsHidden(1);
  await pressesEnter(page, 1_100);
  await wall.seesNo('Table 3');
});

test('a wall that was on another page begins with the first one again once all cards have fitted', async ({
  pos,
  kitchen,
}) => {
  const wall = await kitchen.opensWall({
    viewport: { width: 1280, height: 800 },
    choices: 'diagonal=32&distance=2&columns=2&sort=table',
  });
  const page = (number: RegExp) => wall.page.getByText(number, { exact: true });
  const starts = async () => {
    const parties = Array.from({ length: 12 }, (_, index) => pos.seats({ number: index + 1 }));
    for (const party of parties) await pos.starts(party, MAINS);
    return parties;
  };
  const parties = await starts();
  await expect(page(/^1\/\d$/)).toBeVisible();
  await wall.page.keyboard.press('PageDown');
  await expect(page(/^2\/\d$/)).toBeVisible();
  for (const party of parties) await pos.serves(party, MAINS);
  await wall.seesNothing();
  await starts();
  await expect(page(/^1\/\d$/)).toBeVisible();
});

test('the first key on a wall that just opened takes effect', async ({ pos, kitchen }) => {
  await fillsBoard(pos, 3);
  const wall = await kitchen.opensWall({ choices: 'sort=table' });
  await wall.sees('Table 3');
  await wall.page.keyboard.press('2');
  await expect.poll(() => selected(wall.page)).toBe('2');
});

test('a bump bar with a Bump key: a number selects, Bump acts, letters do the rest, also in the list of hidden cards', async ({
  pos,
  kitchen,
}) => {
  await fillsBoard(pos, 12);
  const wall = await kitchen.opensWall({ choices: 'sort=table&keys=bump' });
  await wall.sees('Table 3');
  const { page } = wall;
  const { keyboard } = page;
  await keyboard.press('3');
  await expect.poll(() => selected(page)).toBe('3');
  await expect(wall.card('Table 3').locator('[data-key="3"]')).toHaveCount(1);
  await wall.undoes('Table 3 · Mains hidden', () => keyboard.press('b'), 'u');
  await wall.sees('Table 3');
  await keyboard.press('h');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await keyboard.press('h');

  for (const table of ['3', '4']) {
    await keyboard.press('3');
    await expect.poll(() => selected(page)).toBe(table);
    await keyboard.press('b');
    await wall.seesNo(`Table ${table}`);
  }
  await keyboard.press('r');
  const list = page.getByRole('dialog', { name: 'Last 30 minutes' });
  await expect(list.getByRole('button', { name: /^Bring back Table 3/ })).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(list.getByRole('button', { name: /^Bring back Table 4/ })).toBeFocused();
  await keyboard.press('b');
  await expect(list.getByRole('button', { name: /^Bring back Table 4/ })).toHaveCount(0);
  await keyboard.press('r');
  await expect(list).toBeHidden();
  await wall.sees('Table 4');
  await wall.countsHidden(1);
});

test('a bump bar with two rows: a key bumps its card at once', async ({ pos, kitchen }) => {
  await fillsBoard(pos, 12);
  const wall = await kitchen.opensWall({ choices: 'sort=table&diagonal=43&keys=direct' });
  await wall.sees('Table 12');
  const { keyboard } = wall.page;
  await expect(wall.card('Table 11').locator('[data-key="A"]')).toHaveCount(1);
  await keyboard.press('2');
  await wall.seesNo('Table 2');
  await wall.undoes('Table 12 · Mains hidden', () => keyboard.press('A'), 'u');
  await wall.sees('Table 12');
  await wall.countsHidden(1);
});
