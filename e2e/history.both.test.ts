import type { Locator } from '@playwright/test';
import { dayAfter, todayOf } from '../domain/period';
import { axeFindsNothing } from './accessibility';
import type { Kitchen } from './actors/kitchen';
import type { Managers } from './actors/manager';
import { CALENDAR, lastFriday, livesEveningOf } from './actors/past-evening';
import { MAINS, type Pos } from './actors/pos';
import { servesLaterOnly } from './actors/presumed';
import { csvOf } from './downloads';
import type { ServerProcess } from './server-process';
import { expect, test } from './test';

const today = () => todayOf(Date.now(), CALENDAR);

/** Name of a day in the list of days, which uses yesterday for that one. */
function nameOf(day: string, locale: string, yesterday: string): string {
  if (day === dayAfter(today(), -1)) return yesterday;
  const style = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, style).format(Date.parse(day));
}

type Fixtures = { server: ServerProcess; managers: Managers; kitchen: Kitchen; pos: Pos };

type Desk = {
  locale: string;
  width?: number;
  /** Signs in with the link of an invitation, which asks for this; otherwise without that page. */
  byLink?: string;
};

/** Opens a browser with a signed-in manager of the POS's branch. */
async function atDesk({ server, managers, kitchen, pos }: Fixtures, options: Desk) {
  const viewport = { width: options.width ?? 1440, height: 1000 };
  const { page } = await kitchen.takesDevice({ viewport, locale: options.locale });
  if (options.byLink === undefined) await managers.signsIn(page, { branches: [pos.branch] });
  else {
    const { link } = await managers.invites({ branches: [pos.branch] });
    await page.goto(`${server.url}/login${new URL(link).hash}`);
    await page.getByLabel(options.byLink).fill('a lamp above the pass');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/manager');
  }
  return { page, address: (path: string) => `${server.url}${path}` };
}

const TEXTS = {
  'en-GB': {
    newPassword: 'New password',
    history: 'History',
    days: 'Days',
    yesterday: 'Yesterday',
    tables: 'Tables, worst first',
    evening: 'The evening of this table',
    counted: 'counted',
    csv: /^CSV of \d+ courses$/,
    table: 'Table',
    back: 'Back to the history',
    of: (shown: number, all: number) => `${shown} of ${all} courses, newest first`,
    courses: 'Courses',
  },
  'nl-NL': {
    newPassword: 'Nieuw wachtwoord',
    history: 'Historie',
    days: 'Dagen',
    yesterday: 'Gisteren',
    tables: 'Tafels, slechtste eerst',
    evening: 'De avond van deze tafel',
    counted: 'telt mee',
    csv: /^CSV van \d+ gangen$/,
    table: 'Tafel',
    back: 'Terug naar de historie',
    of: (shown: number, all: number) => `${shown} van ${all} gangen, nieuwste eerst`,
    courses: 'Gangen',
  },
} as const;

for (const locale of ['en-GB', 'nl-NL'] as const) {
  const texts = TEXTS[locale];

  // One language on each database; `npm run test:long` has the others.
  const tag = locale === 'nl-NL' ? ['@postgresql', '@long'] : ['@thorough'];
  test(`the worst table of last Friday is five clicks away, with its POS events and an export (${locale})`, {
    tag,
  }, async ({ server, managers, kitchen, pos }) => {
    const friday = lastFriday(today());
    await livesEveningOf(friday, server, pos.branch);
    const { page } = await atDesk({ server, managers, kitchen, pos }, { locale, byLink: texts.newPassword });
    let clicks = 0;
    const clicksOn = async (what: Locator) => {
      clicks += 1;
      await what.click();
    };
    expect(new URL(page.url()).pathname).toBe('/manager');
    await clicksOn(page.getByRole('link', { name: texts.history, exact: true }));
    const days = page.getByRole('combobox', { name: texts.days, exact: true });
    const day = days.getByRole('option', { name: nameOf(friday, locale, texts.yesterday), exact: true });
    await days.selectOption({ label: (await day.textContent()) ?? '' });
    clicks += 2; // one opens the list, and one selects
    await clicksOn(page.getByRole('link', { name: texts.tables }));
    const worst = page.getByRole('table').locator('tbody tr').first();
    await expect(worst).toContainText(`${texts.table} 24`);
    await clicksOn(worst.getByRole('link'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${texts.table} 24, Mains`);
    expect(clicks).toBeLessThanOrEqual(5);

    // The course took twenty minutes too long, and the visit of the table shows it.
    await expect(page.getByRole('heading', { name: texts.evening })).toBeVisible();
    await expect(page.getByText('+19')).toBeVisible();
    await axeFindsNothing(page, 'a course');
    const deliveries = page.getByRole('group').filter({ hasText: texts.counted });
    await expect(deliveries).toHaveCount(3);
    await deliveries.first().locator('summary').click();
    const exact = deliveries.first().locator('pre').last();
    expect(JSON.parse((await exact.textContent()) ?? '')).toMatchObject({
      sender: { branchNumber: pos.branch },
      table: { number: 24 },
      course: { abbreviation: 'MA' },
    });
    await axeFindsNothing(page, 'a delivery');

    // Back to the list, and to all courses of the day.
    await page.getByRole('link', { name: texts.back }).click();
    await expect(worst).toContainText(`${texts.table} 24`);
    await axeFindsNothing(page, 'the tables of an evening');
    await page.getByRole('link', { name: texts.courses, exact: true }).click();
    const rows = page.getByRole('table').locator('tbody tr');
    await expect(rows).toHaveCount(100);
    await axeFindsNothing(page, 'the courses of an evening');
    const table = await csvOf(page, texts.csv);
    expect(table.length).toBeGreaterThan(200);
    await expect(page.getByRole('status').filter({ hasText: texts.of(100, table.length) })).toBeVisible();
    expect(new Set(table.map(({ businessDay }) => businessDay))).toEqual(new Set([friday]));
    const shown = await rows.allTextContents();
    for (const [index, text] of shown.entries()) {
      const row = table[index];
      expect(text).toContain(row?.['course.name']);
      expect(text).toContain(row?.['table.number'] || row?.['ticketNumber']);
    }
  });
}

test('a list is filtered and paged, and back and forward keep the filters', async ({
  server,
  managers,
  kitchen,
  pos,
}) => {
  const friday = lastFriday(today());
  await livesEveningOf(friday, server, pos.branch);
  const { page, address } = await atDesk({ server, managers, kitchen, pos }, { locale: 'en-GB' });
  await page.goto(address(`/manager/history?first=${friday}&last=${friday}`));
  await page.getByRole('combobox', { name: 'On time' }).selectOption({ label: 'Late' });
  const status = page.getByRole('status').filter({ hasText: 'courses' });
  await expect(status).toHaveText(/^100 of 1\d\d courses, newest first$/);
  const all = Number(/of (\d+)/.exec((await status.textContent()) ?? '')?.[1]);
  await page.getByRole('link', { name: 'Older courses' }).click();
  await expect(status).toHaveText(`${all - 100} courses further back`);
  expect(new URL(page.url()).searchParams.get('late')).toBe('late');
  await page.goBack();
  await expect(status).toHaveText(`100 of ${all} courses, newest first`);
  await page.goForward();
  await expect(status).toHaveText(`${all - 100} courses further back`);

  // The export has exactly the filtered courses of all pages.
  const table = await csvOf(page, /^CSV of/);
  expect(table).toHaveLength(all);
  await page.getByRole('searchbox', { name: 'Table, number or name' }).fill('jansen');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(/^\d+ courses$/);
  const named = await csvOf(page, /^CSV of/);
  await expect(status).toHaveText(`${named.length} courses`);
  expect(named.every((row) => row['table.name']?.includes('Jansen'))).toBe(true);
  await page.getByRole('button', { name: 'Show all courses' }).click();
  await expect(status).toHaveText(/^100 of 2\d\d courses, newest first$/);
});

test('a day of the period can be typed, and applies once', async ({ server, managers, kitchen, pos }) => {
  const { page, address } = await atDesk({ server, managers, kitchen, pos }, { locale: 'en-GB' });
  await page.goto(address('/manager/history?first=2026-03-04&last=2026-03-05'));
  const first = page.getByLabel('First day');
  await first.focus();
  const opened = await page.evaluate(() => window.history.length);
  await page.keyboard.type('02022026', { delay: 300 });
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('first') === '2026-02-02');
  await expect(first).toHaveValue('2026-02-02');
  expect(new URL(page.url()).searchParams.get('last')).toBe('2026-03-05');
  expect(await page.evaluate(() => window.history.length)).toBe(opened + 1);
  await page.goBack();
  await expect(first).toHaveValue('2026-03-04');

  // Each end takes the other one along where it would pass it; the fields stay for a day that has a name, too.
  const last = page.getByLabel('Last day');
  const [day, before] = [dayAfter(today(), -4), dayAfter(today(), -5)];
  await first.fill(day);
  await expect(page).toHaveURL(address(`/manager/history?first=${day}&last=${day}`));
  await expect(last).toHaveValue(day);
  await last.fill(before);
  await expect(page).toHaveURL(address(`/manager/history?first=${before}&last=${before}`));
  await expect(first).toHaveValue(before);

  const days = page.getByRole('combobox', { name: 'Days', exact: true });
  await days.selectOption(day);
  await expect(page).toHaveURL(address(`/manager/history?first=${day}&last=${day}`));
  await expect(first).toBeHidden();
  await days.selectOption({ label: 'Other days …' });
  await expect(first).toHaveValue(day);
});

test('an invalid value in an address is reported, and the other options apply', async ({
  server,
  managers,
  kitchen,
  pos,
}) => {
  await pos.starts(pos.seats({ number: 12, tableName: '=1+1', numberOfGuests: 2 }), MAINS);
  const { page, address } = await atDesk({ server, managers, kitchen, pos }, { locale: 'en-GB', width: 390 });
  const other = pos.branch + 1_000;
  const query = `branch=${other}&first=2026-06-19&last=2026-06-18&cursor=e30&kind=table&weekday=9`;
  await page.goto(address(`/manager/history?${query}`));
  const alert = page.getByRole('alert').filter({ hasText: 'is invalid' });
  await expect(alert.getByRole('listitem')).toHaveText([
    `Branch ${other} is not one of yours.`,
    '2026-06-19 – 2026-06-18 ends before it begins.',
    '“9” is not valid for weekday.',
    'That place in the list does not exist: this is the beginning of the list.',
  ]);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('combobox', { name: 'Orders' })).toHaveValue('table');
  const row = page.getByRole('row', { name: 'Table 12' });
  await expect(row).toContainText('still cooking');
  await axeFindsNothing(page, 'a list with problems on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  // A guest's name is text: in the list, and in a spreadsheet that opens the table.
  await expect(row.getByTitle('=1+1')).toHaveText('=1+1');
  const [course] = await csvOf(page, /^CSV of 1 course$/);
  expect(course?.['table.name']).toBe("'=1+1");

  await page.goto(address('/manager/history/course?id=999999-1-1'));
  await expect(page.getByText('There is no such course')).toBeVisible();
  await page.goto(address('/manager/history?first=2020-02-02&last=2020-02-02'));
  await expect(page.getByText('No courses on these days')).toBeVisible();
});

test('a list and a course page fit the screen with any table’s, guest’s or course’s name', async ({
  server,
  managers,
  kitchen,
  pos,
}) => {
  const party = pos.seats({ number: 52, tableName: 'Familie-van-der-Meer-'.repeat(14), numberOfGuests: 6 });
  await pos.starts(party, { ...MAINS, name: 'Boeuf'.repeat(50) });
  await pos.starts(pos.seats({ number: 47, tableName: 'Garçon–Petit', numberOfGuests: 4 }), MAINS);
  await pos.starts(pos.seats({ number: 102, subNumber: 2, numberOfGuests: 12 }), MAINS);
  const { page, address } = await atDesk({ server, managers, kitchen, pos }, { locale: 'en-GB', width: 1280 });
  await page.goto(address('/manager/history'));
  const row = page.getByRole('row', { name: 'Table 47' });
  const name = row.getByTitle('Garçon–Petit');
  await expect(name).toBeVisible();
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth), 'on a laptop').toBeLessThanOrEqual(0);
  expect(await row.getByText('still cooking').evaluate((text) => text.getClientRects().length)).toBe(1);

  await page.setViewportSize({ width: 800, height: 1000 });
  await page.goto(address('/manager/history?period=last-7'));
  const spare = await page
    .getByRole('row')
    .getByRole('link', { name: 'Table 102, part 2' })
    .evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return (link.closest('td')?.getBoundingClientRect().right ?? 0) - range.getBoundingClientRect().right;
    });
  expect(spare, 'on a tablet, with a day in each row').toBeGreaterThanOrEqual(0);

  for (const width of [1440, 800, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto(address('/manager/history'));
    await page.getByRole('row').getByRole('link', { name: 'Table 52' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Table 52');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `at ${width}`).toBe(0);
  }
});

test('the keyboard alone reaches a course and its details', async ({ server, managers, kitchen, pos }) => {
  const party = pos.seats({ number: 7, tableName: 'Ünal', numberOfGuests: 4 });
  await pos.starts(party, { ...MAINS, expectedPreparationTime: 600 }, { minutesAgo: 40 });
  await pos.completes(party, MAINS, { minutesAgo: 20 });
  const { page, address } = await atDesk({ server, managers, kitchen, pos }, { locale: 'en-GB' });
  await page.goto(address('/manager/history'));
  const link = page.getByRole('link', { name: 'Table 7' });
  await expect(link).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await link.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Table 7, Mains');
  const summary = page.getByText(/^started at/).locator('xpath=ancestor::summary');
  await expect(summary).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await summary.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('"tableName": "Ünal"').first()).toBeVisible();
});

test('a presumed course says why, is counted separately in reports, and does not wait on the live page', async ({
  server,
  managers,
  kitchen,
  pos,
}) => {
  await servesLaterOnly(pos, { number: 7, numberOfGuests: 4 });
  // Without a course of the last minutes, the page would only say that all is quiet.
  const another = pos.seats({ number: 8 });
  await pos.starts(another, MAINS, { minutesAgo: 12 });
  await pos.completes(another, MAINS, { minutesAgo: 5 });
  await pos.serves(another, MAINS, { minutesAgo: 4 });
  const { page, address } = await atDesk({ server, managers, kitchen, pos }, { locale: 'en-GB' });

  await page.goto(address('/manager'));
  await expect(page.getByRole('region', { name: 'In flight' })).toContainText('0 on the pass');
  await expect(page.getByRole('region', { name: 'Open longest' })).toContainText('Nothing is open.');

  await page.goto(address(`/manager/reports?branch=${pos.branch}&period=last-7`));
  await page
    .getByRole('link', { name: '1 was probably served, but nobody reported it: only its cooking counts' })
    .click();
  await page.waitForURL('**/manager/history?**');
  const row = page.getByRole('row', { name: 'Starters' });
  await expect(row).toContainText('probably served: a later course was');
  await expect(page.getByRole('row', { name: 'Mains' })).toHaveCount(0);

  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Table 7, Starters');
  await expect(page.getByText(/^Nobody pressed “served”, but a course of the same order/)).toBeVisible();
  await expect(page.getByText('Probably served', { exact: true })).toBeVisible();
  await axeFindsNothing(page, 'a course that is presumed served');
});
