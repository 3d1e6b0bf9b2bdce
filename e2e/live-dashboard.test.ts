import type { Page, Request } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import { MAINS, STARTERS } from './actors/pos';
import { expect, test } from './test';

const DESK = { width: 1440, height: 1000 };
const PHONE = { width: 390, height: 844 };

const card = (page: Page, name: string) => page.getByRole('region', { name });

test('a manager sees live how the kitchen keeps up, and goes from a figure to exactly its courses', async ({
  kitchen,
  server,
  managers,
  pos,
}) => {
  await server.heatlamp('branch', 'set', String(pos.branch), '--name', 'Canal');
  await server.heatlamp('setting', 'set', 'posTimeUnit', 'seconds', '--branch', String(pos.branch));
  const expected = { ...MAINS, expectedPreparationTime: 480 };
  for (let number = 1; number <= 5; number += 1) {
    const party = pos.seats({ number, numberOfGuests: 2 });
    await pos.starts(party, expected, { minutesAgo: 14 });
    if (number < 5) await pos.completes(party, expected, { minutesAgo: 2 });
  }
  const wall = await kitchen.opensWall({ name: 'Wall above the stove' });

  const { page } = await kitchen.takesDevice({ viewport: DESK });
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager`);
  await expect(page.getByRole('heading', { level: 1, name: 'Canal' })).toBeVisible();
  const pace = card(page, 'Cooking by course, last 15 min');
  await expect(pace.getByRole('listitem')).toHaveText([/^Mains12:\d\dn = 4$/]);
  await expect(card(page, 'In flight')).toContainText('1 cooking');
  await expect(card(page, 'In flight')).toContainText('for 2 guests');
  await expect(card(page, 'Open longest')).toContainText(/1[4-9]:/);
  await expect(card(page, 'Screens')).toContainText('Wall above the stove');
  await expect(card(page, 'Screens')).toContainText('1 of 1 live');
  await axeFindsNothing(page, 'the live dashboard of one branch');

  // The fifth course is enough for a verdict, which appears without a reload.
  const party = pos.seats({ number: 6 });
  await pos.starts(party, expected, { minutesAgo: 13 });
  await pos.completes(party, expected, { minutesAgo: 1 });
  await expect(pace.getByRole('listitem')).toHaveText([/^Mains12:\d\d4 min behindn = 5$/]);
  await expect(card(page, 'Ready too late, last 15 min')).toContainText('5 of 5');
  await wall.page.context().close();
  await expect(card(page, 'Screens')).toContainText('0 of 1 live');
  await expect(card(page, 'Screens')).toContainText(/just now|\d s ago/);

  await pace.getByRole('link', { name: /^12:/ }).click();
  await page.waitForURL('**/manager/history?**');
  await expect(page.getByText('exactly these 5 courses')).toBeVisible();
  await expect(page.getByText(/Table 5\b/)).toHaveCount(0);
});

test('long names of courses break between words, and the courses without a figure are a link away', async ({
  kitchen,
  server,
  managers,
  pos,
}) => {
  const names = [
    'Gruß aus der Küche mit hausgebackenem Sauerteigbrot',
    'Vorspeisenvariationen vom Schwarzwälder Schinken',
    'Zwischengang: Rinderkraftbrühe mit Flädle',
    'Hauptgang',
    'Nachspeise',
  ];
  for (const [index, name] of names.entries())
    for (let times = 0; times < 6 - index; times += 1) {
      const party = pos.seats({ number: 10 * index + times + 1 });
      const course = { courseNumber: index + 1, name };
      await pos.starts(party, course, { minutesAgo: 14 });
      // Apart, because many at once are left out as cleared in bulk.
      await pos.completes(party, course, { minutesAgo: 1 + 2 * times + index / 3 });
    }
  const { page } = await kitchen.takesDevice({ viewport: { width: 1280, height: 720 } });
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager`);
  const pace = card(page, 'Cooking by course, last 15 min');
  await expect(pace.getByRole('listitem')).toHaveCount(4);
  const broken = await pace.getByRole('listitem').evaluateAll((items) =>
    items.flatMap((item) => {
      const text = item.querySelector('p')?.firstChild;
      const range = document.createRange();
      return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
  expect(broken).toEqual([]);
  await axeFindsNothing(page, 'long names of courses');
  await pace.getByRole('link', { name: 'and 1 other course' }).click();
  await page.waitForURL('**/manager/history?**');
  await expect(page.getByText('exactly these 2 courses')).toBeVisible();
});

const GERMAN = {
  title: 'Live',
  branch: 'Standort',
  behind: '3 min im Rückstand',
  asExpected: 'wie erwartet',
  nothingYet: 'Noch nichts von der Kasse',
  advice: 'Was dort einzutragen ist, steht unter „Kassenanbindung“.',
  pace: 'Zubereitung je Gang, letzte 15 min',
};
test('several branches are listed worst first, and one of them in full, on a German phone', async ({
  kitchen,
  server,
  managers,
  openBranch,
}) => {
  const [calm, behind, empty] = [openBranch(), openBranch(), openBranch()];
  await empty.kitchen.getsLink();
  for (const [branch, took] of [
    [calm, 10],
    [behind, 13],
  ] as const) {
    await server.heatlamp('branch', 'set', String(branch.pos.branch));
    await server.heatlamp('setting', 'set', 'posTimeUnit', 'minutes', '--branch', String(branch.pos.branch));
    for (let number = 1; number <= 5; number += 1) {
      const course = { ...STARTERS, expectedPreparationTime: 10 };
      const party = branch.pos.seats({ number });
      await branch.pos.starts(party, course, { minutesAgo: took + 1 });
      await branch.pos.completes(party, course, { minutesAgo: 1 });
    }
  }
  const { page } = await kitchen.takesDevice({ viewport: PHONE, locale: 'de-DE' });
  const branches = [calm, behind, empty].map(({ pos }) => pos.branch);
  await managers.signsIn(page, { branches });
  await page.goto(`${server.url}/manager`);
  await expect(page.getByRole('heading', { level: 1, name: GERMAN.title })).toBeVisible();
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveText([behind, calm, empty].map(({ pos }) => `${GERMAN.branch} ${pos.branch}`));
  await expect(page.getByRole('row', { name: `${GERMAN.branch} ${behind.pos.branch}` })).toContainText(GERMAN.behind);
  await expect(page.getByRole('row', { name: `${GERMAN.branch} ${calm.pos.branch}` })).toContainText(GERMAN.asExpected);
  await axeFindsNothing(page, 'several branches');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  await page.getByRole('link', { name: `${GERMAN.branch} ${empty.pos.branch}` }).press('Enter');
  await expect(page.getByText(GERMAN.nothingYet)).toBeVisible();
  await expect(page.getByText(GERMAN.advice)).toBeVisible();
  await axeFindsNothing(page, 'an empty evening');
  await page.getByLabel(GERMAN.branch).selectOption(String(behind.pos.branch));
  await expect(card(page, GERMAN.pace)).toContainText(GERMAN.behind);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test('outdated figures are reported as such, first in seconds, then with their time, and are live again with the server', {
  tag: '@thorough',
}, async ({ kitchen, server, managers, pos }) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS, { minutesAgo: 3 });
  const { page } = await kitchen.takesDevice({ viewport: PHONE });
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager`);
  await expect(page.getByText(/^live · \d\d:\d\d:\d\d$/)).toBeVisible();
  const announced = page.getByRole('status').filter({ hasText: /^The server does not answer: showing data from / });
  await expect(announced).toHaveCount(0);
  // Together, because it counts in seconds for nine seconds only.
  await Promise.all([
    server.kill(),
    expect(announced).toBeVisible(),
    expect(page.getByText(/^No news from the server for \d+ s$/)).toBeVisible(),
  ]);
  await expect(page.getByText(/^No news for \d+ s: showing data from \d\d:\d\d:\d\d$/)).toBeVisible();
  // The last figures stay visible, and times keep counting.
  await expect(card(page, 'Open longest')).toContainText('Table 12');
  await server.start();
  await expect(page.getByText(/^live · \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(announced).toHaveCount(0);
});

test('a manager signed out elsewhere is out at the next request, and others never get in', async ({
  kitchen,
  server,
  managers,
  pos,
}) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS);
  const { page } = await kitchen.takesDevice({ viewport: DESK });
  await page.goto(`${server.url}/manager?branch=${pos.branch}`);
  await expect(page).toHaveURL(`${server.url}/login?next=${encodeURIComponent(`/manager?branch=${pos.branch}`)}`);
  const { name } = await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager?branch=999`);
  await expect(page.getByText('Branch 999 is not one of yours.')).toBeVisible();
  await expect(card(page, 'Open longest')).toContainText('Table 12');
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await server.heatlamp('manager', 'sign-out', name);
  const signedOutAt = Date.now();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText('You were signed out. What was not saved is lost.')).toBeVisible();
  const later = requests.filter((each) => each.url().includes('/api/v1/live') && each.timing().startTime > signedOutAt);
  const statuses = await Promise.all(later.map(async (each) => (await each.response())?.status()));
  expect(statuses.filter((status) => status === 200)).toEqual([]);

  // A device that is a screen too still sends its cookie.
  const { page: tablet } = await kitchen.opens('pass');
  const second = await managers.signsIn(tablet, { branches: [pos.branch] });
  await tablet.goto(`${server.url}/manager`);
  await expect(card(tablet, 'Open longest')).toContainText('Table 12');
  await server.heatlamp('manager', 'sign-out', second.name);
  await expect(tablet).toHaveURL(/\/login\?/);
});

test('[F15d][F20g] where served is rarely pressed, what needs it is quiet, live and in reports', {
  tag: '@thorough',
}, async ({ kitchen, server, managers, pos }) => {
  // Counter tickets, which are presumed served after a while, so no guest has to leave a table.
  for (let number = 1; number <= 60; number += 1) {
    const party = pos.takesCounterOrder(number);
    await pos.starts(party, MAINS, { minutesAgo: 90 - number / 2 });
    await pos.completes(party, MAINS, { minutesAgo: 80 - number / 2 });
    if (number <= 22) await pos.serves(party, MAINS, { minutesAgo: 76 - number / 2 });
  }
  const standing = pos.takesCounterOrder(61);
  await pos.starts(standing, MAINS, { minutesAgo: 20 });
  await pos.completes(standing, MAINS, { minutesAgo: 10 });

  const { page } = await kitchen.takesDevice({ viewport: DESK });
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager`);
  await expect(card(page, 'The POS')).toContainText('Today: “Served” was pressed for 37\u00a0% of 60 courses');
  await expect(card(page, 'In flight')).toContainText('“Served” is rarely pressed');
  await expect(card(page, 'Open longest')).toContainText('“Served” is rarely pressed');
  await axeFindsNothing(page, 'the live dashboard without serves');

  await page.goto(`${server.url}/manager/reports?period=today&of=passWait`);
  const wait = card(page, 'At a glance').getByRole('link', { name: /Ready to served/ });
  await expect(wait).toContainText('“Served” is rarely pressed');
  await expect(page.getByRole('row', { name: /Mains/ }).first()).toContainText('“Served” is rarely pressed');
  await expect(page.getByText('“Served” was pressed for 37\u00a0% of 60 courses')).toBeVisible();
  await axeFindsNothing(page, 'a report without serves');
});
