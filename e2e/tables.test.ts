import type { Page } from '@playwright/test';
import { LANGUAGES } from '../lib/language';
import { axeFindsNothing } from './accessibility';
import { DESSERTS, MAINS, type Party, type Pos, STARTERS } from './actors/pos';
import { type Room, watchRoom } from './actors/room';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { openNetwork } from './network';
import { expect, test } from './test';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 800, height: 1280 };

/** Creates one table of every status that deliveries can cause. */
async function fillsRoom(pos: Pos): Promise<Record<'late' | 'waiting' | 'ready' | 'taken', Party>> {
  const late = pos.seats({ number: 1, tableName: 'de Vries', numberOfGuests: 4 });
  await pos.starts(late, STARTERS, { minutesAgo: 60 });
  await pos.completes(late, STARTERS, { minutesAgo: 50 });
  await pos.serves(late, STARTERS, { minutesAgo: 48 });
  await pos.starts(late, { ...MAINS, expectedPreparationTime: 900 }, { minutesAgo: 20 });
  const waiting = pos.seats({ number: 2, numberOfGuests: 2 });
  await pos.starts(waiting, MAINS, { minutesAgo: 15 });
  await pos.completes(waiting, MAINS, { minutesAgo: 5 });
  const ready = pos.seats({ number: 2, subNumber: 2, tableName: 'محمد', numberOfGuests: 1 });
  await pos.starts(ready, STARTERS, { minutesAgo: 12 });
  await pos.completes(ready, STARTERS, { minutesAgo: 1 });
  const taken = pos.seats({ number: 10, tableName: 'Jansen', numberOfGuests: 6 });
  await pos.serves(taken, STARTERS, { minutesAgo: 31 });
  await pos.serves(pos.seats({ number: 3, tableName: 'gone', numberOfGuests: 2 }), MAINS, { minutesAgo: 60 });
  await pos.starts(pos.takesCounterOrder(40), { courseNumber: 1, name: 'Counter' });
  return { late, waiting, ready, taken };
}

let began = 0;
test.beforeEach(() => {
  began = Date.now();
});

/** Matches the minutes since something that began this long before the test. A check takes at most a minute. */
function minutes(least: number): string {
  const most = least + Math.floor((Date.now() - began) / 60_000) + 2;
  return `(?:${Array.from({ length: most - least + 1 }, (_, more) => least + more).join('|')}) min`;
}

const eveningRequests = (page: Page): string[] => {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/evening')) found.push(request.url());
  });
  return found;
};

test('on a small phone the chosen order is readable whole in every language', async ({ server, pos, kitchen }) => {
  await fillsRoom(pos);
  const { page } = await kitchen.opens('tables', { viewport: { width: 360, height: 740 } });
  for (const lang of LANGUAGES) {
    await page.goto(`${server.url}/tables?lang=${lang}`);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('[aria-pressed=true] b')).not.toHaveText('0');
    const missing = await page.getByRole('combobox').evaluate(async (select: HTMLSelectElement) => {
      await document.fonts.ready;
      const { font, fontStretch, paddingLeft, paddingRight } = getComputedStyle(select);
      const text = document.createElement('span');
      text.textContent = select.selectedOptions[0]?.text ?? '';
      Object.assign(text.style, { position: 'fixed', font, fontStretch, whiteSpace: 'nowrap' });
      document.body.append(text);
      const arrow = 16;
      return (
        text.getBoundingClientRect().width +
        Number.parseFloat(paddingLeft) +
        Number.parseFloat(paddingRight) +
        arrow -
        select.clientWidth
      );
    });
    expect(missing, lang).toBeLessThanOrEqual(0);
  }
});

test('every table has a tile with its status and time, its guests, courses and last food', async ({ pos, kitchen }) => {
  const waiter = watchRoom(await kitchen.opens('tables', { viewport: TABLET }));
  await fillsRoom(pos);
  await waiter.sees(
    'Table 1',
    new RegExp(`${minutes(5)}.*kitchen is late`),
    '4 guests',
    'de Vries',
    'ST done, MA cooking',
    new RegExp(`no food ${minutes(48)}`),
  );
  const waiting = [new RegExp(`${minutes(1)}.*needs attention: food is waiting`), new RegExp(`no food ${minutes(15)}`)];
  await waiter.sees('Table 2', ...waiting, '2 guests', 'MA ready');
  const ready = [new RegExp(`${minutes(1)}.*ready to serve`), new RegExp(`no food ${minutes(12)}`)];
  await waiter.sees('Table 2, part 2', ...ready, '1 guest', 'محمد');
  // The time of its food is the only one of a table that needs nothing.
  const taken = [/10\s*taken/, new RegExp(`last food ${minutes(31)} ago`)];
  await waiter.sees('Table 10', ...taken, '6 guests', 'Jansen');
  await waiter.sees('Table 3', new RegExp(`${minutes(15)}.*free`));
  await expect(waiter.tile('Table 3')).not.toContainText(/food|guest|gone/);
  await waiter.seesTables(['Table 1', 'Table 2', 'Table 2, part 2', 'Table 10', 'Table 3']);
  expect(waiter.reloads()).toBe(0);
});

test('two parties at one table are separate on its tile and in its visit, and free tables share one strip', async ({
  pos,
  kitchen,
}) => {
  const waiter = watchRoom(await kitchen.opens('tables', { viewport: TABLET }));
  const one = pos.seats({ number: 5, tableName: 'Jansen', numberOfGuests: 4 });
  await pos.starts(one, STARTERS, { minutesAgo: 40 });
  await pos.serves(one, STARTERS, { minutesAgo: 30 });
  await pos.starts(one, MAINS, { minutesAgo: 12 });
  const other = pos.seats({ number: 5, tableName: 'de Boer', numberOfGuests: 2 });
  await pos.starts(other, STARTERS, { minutesAgo: 8 });
  for (const number of [1, 9]) await pos.serves(pos.seats({ number }), MAINS, { minutesAgo: 60 });
  await waiter.sees('Table 5', new RegExp(`4 guests·Jansen.*ST done, MA cooking.*no food ${minutes(30)}`));
  await waiter.sees('Table 5', new RegExp(`2 guests·de Boer.*ST cooking.*no food ${minutes(8)}`));
  await waiter.seesTables(['Table 5', 'Table 1', 'Table 9']);
  const free = waiter.page.getByRole('region', { name: 'Free: 2' });
  await expect(free.getByRole('button')).toHaveCount(2);
  await axeFindsNothing(waiter.page, 'two parties at a table');

  const visit = await waiter.opensVisits('Table 5');
  await expect(visit.getByRole('heading', { level: 3 })).toContainText(['2 guestsde Boer', '4 guestsJansen']);
});

test('a tap opens the visit of a table in words, and it follows events there', async ({ server, pos, kitchen }) => {
  const waiter = watchRoom(await kitchen.opens('tables', { viewport: TABLET }));
  await server.heatlamp('setting', 'set', 'posTimeUnit', 'seconds', '--branch', String(pos.branch));
  const { late, ready } = await fillsRoom(pos);
  const { page } = waiter;
  const requests = eveningRequests(page);
  await waiter.sees('Table 1', 'kitchen is late');
  const visit = await waiter.opensVisits('Table 1');
  await expect(visit.getByRole('heading', { name: 'Table 1' })).toBeVisible();
  await expect(visit.getByRole('heading', { level: 3 })).toContainText(/since \d\d:\d\d4 guestsde Vries/);
  const courses = visit.getByRole('listitem');
  await expect(courses).toHaveText([
    /Starters.*started \d\d:\d\d · cooked 10 min · waited 2 min · served \d\d:\d\d/,
    /Mains.*started \d\d:\d\d · cooking for 2[01] min · [56] min longer than expected/,
  ]);
  // The bars are decorative, and match the times in words.
  const bars = await visit.locator('[data-kind]').evaluateAll((all) =>
    all.map((bar) => ({
      kind: bar.getAttribute('data-kind'),
      text: bar.textContent,
      width: bar.getBoundingClientRect().width,
    })),
  );
  expect(bars.map(({ kind }) => kind)).toEqual(['cooking', 'waiting', 'cooking', 'late']);
  expect(bars.map(({ text }) => text)).toEqual(['10 min', '2 min', '15 min', expect.stringMatching(/^\+[56]$/)]);
  const [cooked = 0, waited = 0, inTime = 0, over = 0] = bars.map(({ width }) => width);
  expect(cooked / waited).toBeCloseTo(5, 0);
  expect(inTime / over).toBeGreaterThan(2.1); // a minute later
  expect(inTime / over).toBeLessThan(3.5);
  expect(requests).toHaveLength(1);

  // Events elsewhere cause no request; events here do.
  await pos.serves(ready, STARTERS);
  await expect(waiter.tile('Table 2, part 2')).toHaveAttribute('data-status', 'TABLE-STATUS-TAKEN');
  expect(requests).toHaveLength(1);
  await pos.completes(late, MAINS);
  await expect(courses.nth(1)).toContainText(
    /cooked 2[01] min · [56] min longer than expected · waiting for (?:under )?1 min/,
  );
  await pos.serves(late, MAINS);
  await expect(courses.nth(1)).toContainText(/served \d\d:\d\d · 4[89] min without food until then/);
  await pos.starts(late, DESSERTS);
  await expect(courses).toHaveCount(3);
  expect(waiter.reloads()).toBe(0);
});

test('a visit closes by its button, by Escape and by the back button, and the tile regains focus', async ({
  pos,
  kitchen,
}) => {
  const waiter = watchRoom(await kitchen.opens('tables', { choices: 'sort=status' }));
  const { page } = waiter;
  await fillsRoom(pos);
  await waiter.sees('Table 10', 'taken');
  const address = page.url();
  const ways = {
    // Twice: another step back would leave the page.
    button: () =>
      waiter
        .visits()
        .getByRole('button', { name: 'Close' })
        .evaluate((close: HTMLElement) => {
          close.click();
          close.click();
        }),
    escape: () => page.keyboard.press('Escape'),
    back: () => page.goBack(),
  };
  for (const [way, closes] of Object.entries(ways)) {
    const tile = waiter.tile('Table 10');
    await tile.focus();
    await page.keyboard.press('Enter');
    await expect(waiter.visits(), way).toBeVisible();
    await expect(waiter.visits().getByRole('listitem').first()).toBeVisible();
    await closes();
    await waiter.seesNoVisits();
    await expect(tile, way).toBeFocused();
    expect(page.url(), way).toBe(address);
    await waiter.isLive();
  }
  expect(waiter.reloads()).toBe(0);
});

test('a tile that is tapped while its visit still closes opens it again', async ({ pos, kitchen }) => {
  const waiter = watchRoom(await kitchen.opens('tables', { choices: 'sort=status' }));
  await fillsRoom(pos);
  const tile = waiter.tile('Table 10');
  await tile.click();
  await expect(waiter.visits()).toBeVisible();
  const address = waiter.page.url();
  await tile.evaluate(async (element: HTMLElement) => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog[open]');
    const closed = new Promise((done) => dialog?.addEventListener('close', done, { once: true }));
    dialog?.close();
    await closed;
    const isBack = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
    element.click();
    await isBack;
  });
  await expect(waiter.visits()).toBeVisible();
  await waiter.page.goBack();
  await waiter.seesNoVisits();
  expect(waiter.page.url()).toBe(address);
  await waiter.isLive();
});

test('a lost server is reported in the visit too, which loads once the server is back', async ({
  server,
  pos,
  kitchen,
}) => {
  const network = await openNetwork(server.port);
  const waiter = watchRoom(await kitchen.opens('tables', { by: network, viewport: PHONE, isClockDriven: true }));
  await fillsRoom(pos);
  await waiter.sees('Table 10', 'taken');
  network.becomes('down');
  const visit = await waiter.opensVisits('Table 10');
  const problem = visit.getByRole('alert');
  // No outdated data is shown here.
  await expect(problem).toHaveText('The server does not answer.Try again');
  await visit.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toHaveText('The server does not answer.Try again');
  await waiter.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
  await waiter.isOld();
  network.becomes('open');
  await waiter.isLive();
  // The visit reloads by itself when the screen is live again.
  await expect(visit.getByRole('listitem')).toHaveText([/Starters.*served \d\d:\d\d/]);
  await expect(problem).toHaveCount(0);

  network.becomes('swallowing');
  await waiter.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
  await expect(problem).toContainText(/No data since .*The board is 0:\d\d old/);
  await network.close();
});

/** Parts that overflow their tile, are cut off, or are too small for a thumb. */
async function faultsOf({ page }: Room): Promise<string[]> {
  return page.evaluate(async () => {
    // Before that the letters have other widths.
    await document.fonts.ready;
    const faults: string[] = [];
    for (const tile of document.querySelectorAll('button[aria-haspopup=dialog]')) {
      const box = tile.getBoundingClientRect();
      const name = tile.textContent?.slice(0, 30);
      if (box.width < 48 || box.height < 48) faults.push(`${name}: too small`);
      if (tile.scrollHeight > tile.clientHeight || tile.scrollWidth > tile.clientWidth)
        faults.push(`${name}: sticks out`);
      // A free table shows its status to screen readers only, in the strip of free tables.
      const status = tile.matches('[data-status=TABLE-STATUS-OPEN]') ? tile : tile.children[1];
      if (!status || status.scrollHeight > status.clientHeight + 1) faults.push(`${name}: its status is cut off`);
    }
    if (document.documentElement.scrollWidth > window.innerWidth) faults.push('the page scrolls sideways');
    return faults;
  });
}

test('every tile contains its text, on a handheld too, in every language', { tag: '@thorough' }, async ({
  pos,
  kitchen,
}) => {
  await fillsRoom(pos);
  const courses = Array.from({ length: 8 }, (_, index) => ({
    courseNumber: index + 1,
    abbreviation: `Course no. ${index + 1}`,
    sequenceNumber: index,
  }));
  const long = { tableName: 'A name that goes on '.repeat(15), numberOfGuests: 120 };
  for (const number of ['1204', '900719925474099312345']) {
    const party = pos.seats({ number, subNumber: 12, ...long });
    for (const course of courses) await pos.starts(party, course, { minutesAgo: 200 });
  }
  await pos.completes(pos.seats({ number: 88, ...long }), { courseNumber: 9 }, { minutesAgo: 9 });
  const largeScreen = { width: 1920, height: 1080 };
  for (const [viewport, lang] of [
    [PHONE, 'de'],
    [PHONE, 'fr'],
    [TABLET, 'de'],
    [TABLET, 'fr'],
    [largeScreen, 'en'],
    [largeScreen, 'nl'],
  ] as const) {
    const choices = `lang=${lang}&mine=1-2000`;
    const waiter = watchRoom(await kitchen.opens('tables', { viewport, choices }));
    await expect(waiter.page.locator('button[aria-haspopup=dialog]')).toHaveCount(8);
    expect(await faultsOf(waiter), `at ${viewport.width} pixels, ${lang}`).toEqual([]);
  }
});

test('axe finds nothing on tables and on a visit', { tag: '@thorough' }, async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const waiter = watchRoom(
    await kitchen.opens('tables', { by: network, viewport: TABLET, choices: 'mine=1-2', isClockDriven: true }),
  );
  const { page } = waiter;
  await fillsRoom(pos);
  await waiter.sees('Table 10', 'taken');
  await axeFindsNothing(page, 'a room with some tables');
  const visit = await waiter.opensVisits('Table 1');
  await expect(visit.getByRole('listitem').first()).toBeVisible();
  await axeFindsNothing(page, 'a visit');
  await page.setViewportSize(PHONE);
  await axeFindsNothing(page, 'a visit in a hand');
  await page.goBack();
  await waiter.seesNoVisits();

  network.becomes('down');
  await waiter.opensVisits('Table 2');
  await expect(visit.getByRole('alert')).toBeVisible();
  await axeFindsNothing(page, 'a visit that cannot be fetched');
  await waiter.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
  await waiter.isOld();
  await axeFindsNothing(page, 'a visit that cannot be fetched, over an old board');
  await page.goBack();
  await axeFindsNothing(page, 'an old board of tables');
  await network.close();
});
