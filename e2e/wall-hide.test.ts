import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '../lib/language';
import { axeFindsNothing } from './accessibility';
import { DESSERTS, MAINS, type Pos, STARTERS } from './actors/pos';
import { takesTablet } from './actors/waiter';
import { everyCardReads } from './cards';
import { TIME_ZONE } from './server-process';
import { expect, inLong, test } from './test';
import { wordsOf } from './words';

/** Creates three parties, the first one cooking for longest. */
async function fillsBoard(pos: Pos) {
  const parties = [12, 7, 31].map((number) => pos.seats({ number, tableName: `Party ${number}`, numberOfGuests: 4 }));
  for (const [index, party] of parties.entries()) await pos.starts(party, MAINS, { minutesAgo: 9 - index * 2 });
  const [first, second, third] = parties;
  if (!first || !second || !third) throw new Error('three parties');
  return [first, second, third] as const;
}

/** The time this many minutes ago, as the branch's clocks show it. */
function clockAgo(minutesAgo: number, now = Date.now()): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: TIME_ZONE,
    hour: '2-digit',
    minute: '2-digit',
  }).format(now - minutesAgo * 60_000);
}

test('a touched card is hidden on that wall only, also after a reload, counted, and restored by an undo or from the list', async ({
  pos,
  kitchen,
}) => {
  const [wall, other] = [await kitchen.opensWall(), await kitchen.opensWall()];
  const [first, second] = await fillsBoard(pos);
  for (const each of [wall, other]) await each.sees('Table 31');
  await wall.countsHidden(0);
  const places = () => wall.page.locator('[data-ticket] h2').allTextContents();
  const before = await wall.timer('Table 7');

  expect(await wall.undoes('Table 7 · Mains hidden', () => wall.touches('Table 7'))).toBe('Undone: Table 7 · Mains');
  await wall.sees('Table 7', 'Mains', 'Party 7');
  await wall.countsHidden(0);

  await wall.undoes('Table 12 · Mains hidden', () => wall.touches('Table 12'), 'Backspace');
  await wall.sees('Table 12');
  expect(wall.reloads() + other.reloads()).toBe(0);

  await wall.touches('Table 7');
  await wall.seesNo('Table 7');
  await wall.reloadsNow();
  await wall.countsHidden(1);
  expect(await places()).toEqual(['12', '31']);
  const list = await wall.opensRecall();
  await expect(list.getByRole('listitem').filter({ hasText: 'Party 7' })).toContainText(/started \d\d:\d\d/);
  await list.getByRole('button', { name: 'Bring back Table 7, Mains' }).click();
  await expect(list.getByText('Nothing is hidden.')).toBeVisible();
  await wall.said('Table 7 · Mains brought back');
  await list.getByRole('button', { name: 'Done' }).click();
  await expect(list).toBeHidden();
  expect(await places()).toEqual(['12', '7', '31']);
  expect(await wall.timer('Table 7')).toBeGreaterThanOrEqual(before);

  // A served ticket is gone for good, hidden or not.
  await wall.touches('Table 12');
  await wall.seesNo('Table 12');
  await wall.countsHidden(1);
  await other.sees('Table 12');
  await other.countsHidden(0);
  // Food that waits to be collected is no longer late for a cook.
  await pos.completes(first, MAINS, { minutesAgo: 6 });
  await other.seesState('Table 12', 'ready-late');
  await wall.countsHidden(1);
  await pos.serves(first, MAINS);
  await wall.countsHidden(0);
  await pos.completes(second, MAINS);
  await wall.seesReady('Table 7');
});

test('on a small wall with a full bar, the notice of a tap is readable', async ({ server, pos, kitchen }) => {
  await server.heatlamp('branch', 'set', String(pos.branch), '--name', 'Zum Goldenen Hirschen – Stadtmitte');
  const wall = await kitchen.opensWall({ viewport: { width: 1280, height: 720 }, choices: 'diagonal=24&lang=fr' });
  for (let number = 1; number <= 30; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 40 });
  await pos.completes(pos.seats({ number: 31 }), MAINS);
  await wall.sees('Table 7');
  await wall.touches('Table 7');
  const notice = wall.page.locator('[data-notice]');
  const [text, button] = [notice.getByText('masqué'), notice.getByRole('button')];
  const boxes = await Promise.all([notice, text, button].map((each) => each.boundingBox()));
  const [around, words, undo] = boxes.map((box) => ({ left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) }));
  expect(undo?.right).toBeLessThanOrEqual(around?.right ?? 0);
  expect((words?.right ?? 0) - (words?.left ?? 0)).toBeGreaterThan(100);
});

test('on a small wall, a card that asks to be seen says which table it came from', async ({ pos, kitchen }) => {
  const party = pos.seats({ number: 115, subNumber: 2, tableName: 'Jansen', numberOfGuests: 6 });
  await pos.starts(party, MAINS, { minutesAgo: 20 });
  pos.moves(party, { number: 118, tableName: 'Jansen', numberOfGuests: 8 });
  await pos.starts(party, STARTERS, { minutesAgo: 3 });
  for (let number = 1; number <= 28; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 2 });
  const wall = await kitchen.opensWall({ viewport: { width: 1280, height: 720 }, choices: 'diagonal=24&lang=de' });
  const change = wall.page.locator('span[data-unseen]');
  const cut = await change.evaluate((badge) => {
    const range = document.createRange();
    const text = badge.firstChild ?? badge;
    range.setStart(text, 0);
    range.setEnd(text, 'von 115·2'.length);
    // The other change does not fit, so an ellipsis of at most half an em follows before the padding.
    const { fontSize, paddingRight } = getComputedStyle(badge);
    const end = Number.parseFloat(fontSize) / 2 + Number.parseFloat(paddingRight);
    return range.getBoundingClientRect().right + end - badge.getBoundingClientRect().right;
  });
  expect(cut).toBeLessThanOrEqual(0);
});

test('on a small wall, the word of what a touch will do is whole or left out', async ({ pos, kitchen }) => {
  const party = pos.seats({ number: 115, subNumber: 2 });
  await pos.starts(party, MAINS, { minutesAgo: 20 });
  pos.moves(party, { number: 118 });
  await pos.starts(party, STARTERS, { minutesAgo: 3 });
  for (let number = 1; number <= 28; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 2 });
  const wall = await kitchen.opensWall({ viewport: { width: 1280, height: 720 } });
  const { page } = wall;
  for (const lang of LANGUAGES) {
    await wall.speaks(lang);
    for (const diagonal of ['24', '32', '43']) {
      await page.getByRole('spinbutton', { name: wordsOf(lang)('wallMenu.diagonal') }).fill(diagonal);
      await expect(page.locator('[data-look=dense] span[data-unseen]')).toBeVisible();
      const cut = await page.locator('span[data-unseen]').evaluate(async (change) => {
        await document.fonts.ready;
        const foot = change.parentElement;
        const word = foot?.firstElementChild;
        if (!foot || !word) return 'no word';
        const [at, room] = [word.getBoundingClientRect(), foot.getBoundingClientRect()];
        const isLeftOut = at.top >= room.bottom - 1;
        return !isLeftOut && (word.scrollWidth > word.clientWidth || at.bottom > room.bottom + 1);
      });
      expect(cut, `${lang}, ${diagonal} inches`).toBe(false);
    }
  }
});

/** Expects that the whole age of the data is shown, beside everything else in the bar. */
async function seesAge(page: Page, name: string): Promise<void> {
  const cut = await page.locator('header [data-link]').evaluate((mark) => {
    const room = mark.parentElement?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(mark.lastElementChild ?? mark);
    const { left, right } = range.getBoundingClientRect();
    const [shown = 0, to = 0] = [room?.left, room?.right];
    const next = mark.parentElement?.nextElementSibling?.getBoundingClientRect().left ?? to;
    return left < shown - 1 || right > Math.max(to, shown) + 1 || (next > left && right > next + 1);
  });
  expect(cut, `${name}: the age is cut`).toBe(false);
}

/** How far the icon of a button is from its centre, in CSS pixels. */
const offCentre = (button: Locator) =>
  button.evaluate((element) => {
    const middle = ({ left, right }: DOMRect) => (left + right) / 2;
    const icon = element.querySelector('svg')?.getBoundingClientRect();
    return icon ? Math.abs(middle(icon) - middle(element.getBoundingClientRect())) : Number.NaN;
  });

test('an upright wall never cuts the age of its data, whatever else its bar shows', async ({
  server,
  pos,
  kitchen,
}) => {
  await server.heatlamp('branch', 'set', String(pos.branch), '--name', 'Zum Goldenen Hirschen – Stadtmitte');
  for (let number = 1; number <= 28; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 40 });
  for (let number = 31; number <= 34; number += 1) await pos.completes(pos.seats({ number }), MAINS, { minutesAgo: 6 });
  const wall = await kitchen.opensWall({ viewport: { width: 1080, height: 1920 } });
  const { page } = wall;
  await wall.sees('Table 1');
  await wall.touches('Table 1');
  await wall.seesNo('Table 1');
  for (const diagonal of ['24', '32', '43', '55'])
    for (const lang of LANGUAGES) {
      await page.goto(`${server.url}/kitchen?lang=${lang}&diagonal=${diagonal}`);
      await expect(page.locator('header [data-link]')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      await seesAge(page, `${lang}, ${diagonal} inches`);
      const right = await page
        .locator('header > *')
        .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
      expect(right, `${lang}, ${diagonal} inches`).toBeLessThanOrEqual(1080);
    }
});

test('the name of a device that has a course is cut, and never what it did', async ({ pos, kitchen }) => {
  for (const number of [7, 8]) {
    const party = pos.seats({ number });
    await pos.starts(party, STARTERS, { minutesAgo: 9 });
    await pos.completes(party, STARTERS, { minutesAgo: 1 });
  }
  for (let number = 11; number <= 38; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 2 });
  const wall = await kitchen.opensWall({ choices: 'diagonal=43' });
  const pass = await kitchen.opens('pass', { viewport: { width: 1920, height: 1080 } });
  const sam = await takesTablet(kitchen, { name: 'The tablet of Samantha at the bar' });
  await sam.claims('Table 7');
  const end = (page: Page, verb: string) =>
    page.getByText(verb, { exact: true }).evaluate((word) => {
      const frame = word.closest('li') ?? document.body;
      return word.getBoundingClientRect().right - frame.getBoundingClientRect().right;
    });
  for (const { page } of [wall, pass]) {
    await expect(page.getByText('has it', { exact: true })).toBeVisible();
    expect(await end(page, 'has it')).toBeLessThanOrEqual(0);
  }
});

test('on a phone the bar of a wall has its menu beside the time', async ({ server, pos, kitchen }) => {
  await server.heatlamp('branch', 'set', String(pos.branch), '--name', 'Zum Goldenen Hirschen – Stadtmitte');
  for (let number = 1; number <= 28; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 40 });
  for (let number = 31; number <= 34; number += 1) await pos.completes(pos.seats({ number }), MAINS);
  const wall = await kitchen.opensWall({ viewport: { width: 360, height: 740 } });
  const { page } = wall;
  for (const lang of LANGUAGES) {
    await page.goto(`${server.url}/kitchen?lang=${lang}`);
    await expect(page.locator('header').getByText(/^1\/\d$/)).toBeVisible();
    await expect(page.locator('header [data-sound]')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    const menu = await page.locator('header > button').last().boundingBox();
    expect(menu?.y, lang).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0) / 2);
    expect((menu?.x ?? 0) + (menu?.width ?? 0), lang).toBeLessThanOrEqual(360);
    await seesAge(page, lang);
    expect(await offCentre(page.locator('header [data-sound]')), lang).toBeLessThan(1);
  }
});

test('the last half hour lists served and collected courses with their times', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall();
  const from = Date.now();
  const [served, taken] = await fillsBoard(pos);
  const until = Date.now();
  await pos.completes(served, MAINS, { minutesAgo: 4 });
  await pos.serves(served, MAINS, { minutesAgo: 2 });
  await pos.completes(taken, MAINS, { minutesAgo: 1 });
  await wall.seesReady('Table 7');
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  await sam.claims('Table 7');
  await wall.sees('Table 7', 'Sam has it');
  await sam.brings('Table 7');
  await wall.seesNo('Table 7');
  await wall.countsHidden(0);

  const list = await wall.opensRecall();
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Party 7');
  await expect(rows.nth(0)).toContainText(/taken by Sam \d\d:\d\d/);
  await expect(rows.nth(1)).toContainText('Party 12');
  for (const [event, minutesAgo] of [
    ['started', 9],
    ['ready', 4],
    ['served', 2],
  ] as const) {
    const clocks = `(?:${clockAgo(minutesAgo, from)}|${clockAgo(minutesAgo, until)})`;
    await expect(rows.nth(1)).toContainText(new RegExp(`${event} ${clocks}`));
  }
  await expect(rows.nth(1)).toContainText('cooked 5:00');
  await expect(list.getByRole('button', { name: /Bring back/ })).toHaveCount(0);
});

test('a double tap hides one card, not the one that slides under the finger', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall();
  await fillsBoard(pos);
  await wall.sees('Table 31');
  const button = wall.card('Table 12').getByRole('button');
  const box = await button.boundingBox();
  if (!box) throw new Error('no card');
  await wall.page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay: 150 });
  await wall.seesNo('Table 12');
  await wall.countsHidden(1);
  await wall.sees('Table 7');
});

test('a change stands out on every wall until its card is touched there, and is shown quietly after that', async ({
  pos,
  kitchen,
}) => {
  const [wall, other] = [await kitchen.opensWall(), await kitchen.opensWall()];
  const party = pos.seats({ number: 7, tableName: 'Jansen', numberOfGuests: 2 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  await wall.asksNothing('Table 7');
  pos.moves(party, { number: 31, tableName: 'Jansen', numberOfGuests: 2 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  for (const each of [wall, other]) await each.asksToBeSeen('Table 31', 'from 7');

  await wall.undoes('Table 31 · Mains', () => wall.touches('Table 31'));
  await wall.asksToBeSeen('Table 31', 'from 7');

  await wall.touches('Table 31');
  await wall.asksNothing('Table 31');
  await wall.sees('Table 31', 'from 7');
  await other.asksToBeSeen('Table 31', 'from 7');
  await wall.countsHidden(0);
  await wall.reloadsNow();
  await wall.asksNothing('Table 31');

  // Another change is unseen again, and so is another move.
  pos.moves(party, { number: 32, tableName: 'Jansen', numberOfGuests: 3 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  await wall.asksToBeSeen('Table 32', 'from 31, 2 → 3 guests');
  await wall.touches('Table 32');
  await wall.asksNothing('Table 32');
  await wall.touches('Table 32');
  await wall.countsHidden(1);
});

test('everything works with the keyboard alone, which keeps its place', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall();
  await fillsBoard(pos);
  await wall.sees('Table 31');
  await expect(wall.page.getByRole('button', { name: /^Sound off/ })).toBeVisible();
  const { keyboard } = wall.page;
  const hide = (table: number) => wall.page.getByRole('button', { name: `Hide Table ${table}, Mains` });
  for (let presses = 0; !(await hide(7).evaluate((card) => card === document.activeElement)); presses += 1) {
    expect(presses, 'Tab reaches the second card').toBeLessThan(10);
    await keyboard.press('Tab');
  }
  await wall.undoes('Table 7 · Mains hidden', () => keyboard.press('Enter'), 'Backspace');
  await wall.sees('Table 7');

  await expect(hide(7)).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(hide(31)).toBeFocused();
  await keyboard.press('Space');
  await wall.seesNo('Table 31');
  await expect(hide(7)).toBeFocused();

  await keyboard.press('r');
  const list = wall.page.getByRole('dialog', { name: 'Last 30 minutes' });
  await expect(list.getByRole('button', { name: 'Bring back Table 31, Mains' })).toBeFocused();
  await keyboard.press('Enter');
  await wall.countsHidden(0);
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(hide(7)).toBeFocused();
  await wall.sees('Table 31');
});

test('the menu of a wall keeps its button in view, and a touch beside it or Escape closes it', async ({
  pos,
  kitchen,
}) => {
  await fillsBoard(pos);
  const wall = await kitchen.opensWall({ viewport: { width: 1366, height: 768 } });
  const { page } = wall;
  await wall.sees('Table 12');
  const done = page.getByRole('dialog').getByRole('button', { name: 'Done' });
  for (const closes of [() => done.click(), () => page.keyboard.press('Escape'), () => page.mouse.click(300, 400)]) {
    const menu = await wall.opensMenu();
    await expect(done).toBeInViewport({ ratio: 1 });
    await menu.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
    await expect(done).toBeInViewport({ ratio: 1 });
    await closes();
    await expect(menu).toBeHidden();
  }
  // A press that begins in a field, such as one that selects its text, does not close it.
  const menu = await wall.opensMenu();
  await menu.getByRole('textbox', { name: 'Courses' }).hover();
  await page.mouse.down();
  await page.mouse.move(300, 400);
  await page.mouse.up();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await wall.countsHidden(0);
});

test('a list or menu that nobody uses for two minutes closes, so that it does not cover the board', async ({
  kitchen,
}) => {
  const wall = await kitchen.opensWall({ isClockDriven: true });
  for (const opens of [wall.opensRecall, wall.opensMenu]) {
    const dialog = await opens();
    await expect(dialog).toBeVisible();
    await wall.letsPass(60);
    await wall.page.keyboard.press('Shift');
    // Together the two steps take more than two minutes. Each leaves a slow machine a minute, because the clock also runs.
    await wall.letsPass(62);
    await expect(dialog).toBeVisible();
    await wall.letsPass(120);
    await expect(dialog).toBeHidden();
  }
});

test('axe finds nothing on hidden cards, notices, unseen changes and the list', { tag: '@thorough' }, async ({
  pos,
  kitchen,
}) => {
  const wall = await kitchen.opensWall({ choices: 'clock=food', reducedMotion: 'reduce' });
  const parties = await fillsBoard(pos);
  await pos.starts(parties[0], { ...MAINS, expectedPreparationTime: 120 }, { minutesAgo: 9 });
  for (const [number, party] of [41, 42].map((at, index) => [at, parties[index]] as const)) {
    if (!party) throw new Error('no party');
    pos.moves(party, { number, tableName: 'Moved', numberOfGuests: 5 });
  }
  await pos.completes(parties[1], MAINS);
  await pos.starts(parties[0], STARTERS);
  await wall.sees('Table 42', 'from ');
  await wall.touches('Table 31');
  await wall.countsHidden(1);
  await axeFindsNothing(wall.page, 'a wall with a tap that can be undone, and changes');
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  await sam.claims('Table 42');
  await sam.brings('Table 42');
  await wall.seesNo('Table 42');
  const list = await wall.opensRecall();
  await expect(list.getByText('taken by Sam')).toBeVisible();
  await axeFindsNothing(wall.page, 'the list');
  await list.getByRole('button', { name: /Bring back/ }).click();
  await expect(list.getByText('Nothing is hidden.')).toBeVisible();
  await axeFindsNothing(wall.page, 'the list with nothing hidden');
});

test('a wall whose cards are all hidden says so, and that it is live', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall();
  await pos.starts(pos.seats({ number: 5 }), MAINS, { minutesAgo: 3 });
  await wall.sees('Table 5');
  await wall.touches('Table 5');
  await expect(wall.page.getByText(/^All open courses are hidden here · live \d\d:\d\d:\d\d$/)).toBeVisible();
  await axeFindsNothing(wall.page, 'a wall with nothing but hidden cards');
});

test('the ready count stays in the bar, however much else is in flight', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall({
    viewport: { width: 800, height: 1280 },
    choices: 'diagonal=10.1&distance=0.7',
  });
  for (const [index, course] of [STARTERS, MAINS, DESSERTS].entries())
    for (const number of [10, 20]) {
      const party = pos.seats({ number: number + index, numberOfGuests: 12 });
      await pos.starts(party, course, { minutesAgo: 3 });
      if (number + index === 22) await pos.completes(party, course);
    }
  await expect(wall.page.getByText('1 waiting', { exact: true })).toBeInViewport({ ratio: 1 });
});

/** The first two are the widest and the narrowest. */
const SCREENS = [
  { width: 1920, height: 1080, choices: 'diagonal=32&layout=lanes' },
  { width: 800, height: 1280, choices: 'diagonal=10.1&distance=0.7' },
  { width: 1920, height: 1080, choices: 'diagonal=43' },
  { width: 1080, height: 1920, choices: 'diagonal=55&layout=lanes&density=dense' },
  { width: 1280, height: 800, choices: 'diagonal=32' },
  { width: 1280, height: 800, choices: 'diagonal=15.6&distance=1' },
];

for (const [index, { width, height, choices }] of SCREENS.entries())
  test(
    `cards and the bar are readable with everything on them, ${width} × ${height}, ${choices}`,
    inLong(index > 1),
    async ({ pos, kitchen }) => {
      const name = 'Familie van Nieuwenhuijzen-Groenendijk';
      for (const number of [3, 14]) {
        const party = pos.seats({ number, tableName: 'Jansen', numberOfGuests: 2 });
        await pos.starts(party, MAINS, { minutesAgo: 40 });
        pos.moves(party, { number: number + 100, subNumber: 2, tableName: name, numberOfGuests: 14 });
        await pos.starts(party, STARTERS, { minutesAgo: 3 });
      }
      const wall = await kitchen.opensWall({ viewport: { width, height }, choices: `${choices}&lang=nl&clock=food` });
      await expect(wall.page.getByText('Gezien?')).not.toHaveCount(0);
      await expect(wall.page.getByRole('button', { name: /^Geluid uit/ })).toBeVisible();
      await wall.page.getByRole('button', { name: /^Tafel 103, deel 2, Mains: dit is gezien/ }).click();
      await wall.page.getByRole('button', { name: /^Tafel 103, deel 2, Mains verbergen/ }).click();
      await expect(wall.page.getByRole('button', { name: '1 verborgen, 1 te laat' })).toBeVisible();
      await everyCardReads(wall.page);
      // Read at once, because the undo button disappears by itself; it may be doing so.
      const buttons = await wall.page.locator('header button').evaluateAll((all) =>
        all
          .filter((button) => button.checkVisibility())
          .map((button) => {
            const { left, right, height } = button.getBoundingClientRect();
            return { label: button.textContent, left, right, height };
          }),
      );
      expect(buttons.length).toBeGreaterThan(1);
      for (const { label, left, right, height } of buttons) {
        expect(left >= 0 && right <= width, label).toBe(true);
        expect(height).toBeGreaterThanOrEqual(48);
      }
    },
  );

test('Backspace undoes nothing while a dialog is open, wherever the focus is', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall();
  await fillsBoard(pos);
  await wall.sees('Table 12');
  await wall.touches('Table 12');
  await wall.countsHidden(1);
  const menu = await wall.opensMenu();
  await wall.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await wall.page.keyboard.press('Backspace');
  await wall.page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await wall.seesNo('Table 12');
  await wall.countsHidden(1);
});
