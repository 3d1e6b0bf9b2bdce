import type { Page } from '@playwright/test';
import { LANGUAGES } from '../lib/language';
import { axeFindsNothing } from './accessibility';
import { type Course, MAINS, type Pos, STARTERS } from './actors/pos';
import { expect, test } from './test';

const DESK = { width: 1440, height: 1000 };
const PHONE = { width: 390, height: 844 };

/** Creates courses at as many tables, each started four minutes after the one before, the last an hour ago. */
async function cooks(pos: Pos, course: Course, minutes: readonly number[]): Promise<void> {
  for (const [index, took] of minutes.entries()) {
    const party = pos.seats({ number: 100 + index, numberOfGuests: 2 });
    const begun = 60 + 4 * (minutes.length - index);
    await pos.starts(party, course, { minutesAgo: begun });
    await pos.completes(party, course, { minutesAgo: begun - took });
    await pos.serves(party, course, { minutesAgo: begun - took - 2 });
  }
}

/** Ten of 8 minutes, ten of 12, four of 20: the median and the 80th percentile are within 12. */
const TWENTY_FOUR = [...Array<number>(10).fill(8), ...Array<number>(10).fill(12), ...Array<number>(4).fill(20)];

const report = (page: Page, url: string, branch: number | 'all', query = '') =>
  page.goto(`${url}/manager/reports?branch=${branch}&period=last-7&lang=en${query}`);

const part = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

/** Number of courses in the label of a mark, such as `12:00 to 12:30: n = 10. Show them.` */
function numberIn(label: string | null): number {
  return Number(/n = (\d+)/.exec(label ?? '')?.[1]);
}

async function historyShows(page: Page, count: number): Promise<void> {
  await page.waitForURL('**/manager/history?**');
  await expect(page.getByText(new RegExp(`^(?:\\d+ of )?${count} courses?(?:, newest first)?$`)).first()).toBeVisible();
}

test('the report shows how long courses took, and every mark leads to exactly its courses by keyboard', async ({
  server,
  pos,
  managers,
  page,
}) => {
  await page.setViewportSize(DESK);
  await cooks(pos, MAINS, TWENTY_FOUR);
  await cooks(pos, STARTERS, Array<number>(3).fill(6));
  await managers.signsIn(page);
  await report(page, server.url, pos.branch);

  const cards = page.getByRole('region', { name: 'At a glance' });
  await expect(cards.getByRole('link', { name: 'Mains, median' })).toContainText(/12:00.*n = 24/);
  await expect(cards.getByRole('link', { name: 'Starters, median' })).toContainText('too few to tell (n = 3)');
  await expect(cards.getByRole('link', { name: 'Ready to served' })).toContainText('2:00');
  const bars = page.getByRole('row');
  await expect(bars.filter({ hasText: 'Mains' })).toContainText('12:00');
  await expect(bars.filter({ hasText: 'Starters' })).toContainText('too few to tell (n = 3)');
  await expect(page.getByText('The unit of the POS’s times is not known yet')).toBeVisible();
  await expect(page.getByText('The POS gives no expected time for these courses')).toBeHidden();

  await test.step('a row', async () => {
    await page.getByRole('link', { name: 'Mains', exact: true }).focus();
    await page.keyboard.press('Enter');
    await historyShows(page, 24);
  });

  await test.step('a bar of the spread, found with the arrow keys', async () => {
    await report(page, server.url, pos.branch);
    const spread = page.getByRole('group', { name: 'How it spreads' });
    const reached = spread.locator('a[tabindex="0"]');
    await expect(reached).toHaveCount(1);
    await reached.focus();
    await page.keyboard.press('ArrowRight');
    const focused = spread.locator('a:focus');
    await expect(reached).toBeFocused();
    const n = numberIn(await focused.getAttribute('aria-label'));
    expect(n).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await historyShows(page, n);
  });

  await test.step('a cell of the map', async () => {
    await report(page, server.url, pos.branch, '&heat=courses');
    const cell = part(page, 'Courses, by weekday and hour').locator('a[tabindex="0"]');
    await cell.focus();
    const n = Number(/: (\d+) courses?/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1]);
    expect(n).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await historyShows(page, n);
  });
});

test('on a phone every figure of a long day is readable whole', async ({ server, pos, managers, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (let hoursAgo = 1; hoursAgo <= 17; hoursAgo += 1)
    for (let number = 1; number <= (hoursAgo === 9 ? 20 : 1); number += 1) {
      const party = pos.seats({ number });
      await pos.starts(party, MAINS, { minutesAgo: hoursAgo * 60 });
      if (hoursAgo === 9) await pos.completes(party, MAINS, { minutesAgo: hoursAgo * 60 - 30 - number / 10 });
    }
  await managers.signsIn(page);
  for (const [heat, most] of [
    ['courses', '20'],
    ['late', '100'],
  ]) {
    await report(page, server.url, pos.branch, `&heat=${heat}`);
    const figures = page.locator('td a span');
    await expect(figures.getByText(most ?? '', { exact: true })).toBeAttached();
    const cut = await figures.evaluateAll((all) =>
      all.flatMap((figure) => {
        const { width = 0 } = figure.parentElement?.getBoundingClientRect() ?? {};
        return figure.getBoundingClientRect().width > width ? [figure.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
  }
});

test('on a phone the labels of the histogram are readable whole in every language', async ({
  server,
  pos,
  managers,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await cooks(pos, MAINS, [...Array<number>(18).fill(6), ...Array<number>(4).fill(13), 14, 20, 20]);
  await managers.signsIn(page);
  for (const lang of LANGUAGES) {
    await page.goto(`${server.url}/manager/reports?branch=${pos.branch}&period=last-7&lang=${lang}`);
    const labels = page.locator('svg g > line + text');
    await expect(labels).toHaveCount(3);
    const cut = await labels.evaluateAll((texts) =>
      texts
        .filter((text) => {
          const [at, chart] = [text.getBoundingClientRect(), text.closest('svg')?.getBoundingClientRect()];
          return !chart || at.left < chart.left || at.right > chart.right;
        })
        .map(({ textContent }) => textContent),
    );
    expect(cut, lang).toEqual([]);
  }
});

test('the report is compared as chosen, and lists invalid options', async ({
  server,
  branch,
  openBranch,
  managers,
  page,
}) => {
  await page.setViewportSize(DESK);
  const other = openBranch();
  await cooks(branch.pos, MAINS, Array<number>(20).fill(12));
  await cooks(other.pos, MAINS, Array<number>(20).fill(9));
  await managers.signsIn(page, { branches: [branch.pos.branch, other.pos.branch] });
  await report(page, server.url, branch.pos.branch);
  await expect(page.getByText('compared with the week before')).toBeVisible();
  await expect(page.getByText(/too few in the week before until \d\d:\d\d to compare/).first()).toBeVisible();

  const compared = page.getByLabel('Compared with');
  await compared.selectOption({ label: `Branch ${other.pos.branch}, the same days` });
  await expect(page).toHaveURL(new RegExp(`against=branch%3A${other.pos.branch}`));
  const half = page.getByRole('link', { name: 'Mains, median' });
  await expect(half).toContainText(`+3:00 vs Branch ${other.pos.branch}`);
  await compared.selectOption({ label: 'Nothing' });
  await expect(page.getByText('· compared with')).toHaveCount(0);

  await report(page, server.url, branch.pos.branch, '&against=everyone&by=moon&of=gap');
  const alert = page.getByRole('alert').filter({ hasText: 'is invalid' });
  await expect(alert).toContainText('“everyone”');
  await expect(alert).toContainText('“moon”');
  await expect(page.getByRole('heading', { name: 'Between courses, by course' })).toBeVisible();

  await test.step('all branches together: a mark asks which, and that one leads to the courses', async () => {
    await report(page, server.url, 'all');
    await page.getByRole('link', { name: 'Mains', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Cooking, by branch' })).toBeVisible();
    await page.getByRole('link', { name: `Branch ${other.pos.branch}`, exact: true }).click();
    await historyShows(page, 20);
  });
});

test('axe finds nothing on the report, on a desk and a phone', { tag: '@thorough' }, async ({
  server,
  pos,
  managers,
  kitchen,
}) => {
  await cooks(pos, { ...MAINS, name: 'الطبق الرئيسي' }, TWENTY_FOUR);
  await cooks(pos, { ...STARTERS, name: 'Voorgerechten van de chef '.repeat(12).slice(0, 300) }, [7]);
  const { page } = await kitchen.takesDevice({ viewport: DESK });
  await managers.signsIn(page);
  await report(page, server.url, pos.branch);
  for (const viewport of [DESK, { width: 800, height: 1280 }, PHONE]) {
    await page.setViewportSize(viewport);
    await expect(page.getByRole('group', { name: 'How it spreads' }).getByRole('link').first()).toBeVisible();
    await axeFindsNothing(page, `reports at ${viewport.width} wide`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `what lies beyond ${viewport.width}`).toBeLessThanOrEqual(0);
  }
  await report(page, server.url, pos.branch, '&course=99');
  await expect(page.getByText('No course of these days matches all filters.')).toBeVisible();
  await axeFindsNothing(page, 'reports without courses');
  await page.locator('main').getByRole('link', { name: 'Show all courses' }).click();
  await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible();
});

test('the report speaks Dutch, and prints without what only a screen needs', async ({
  server,
  pos,
  managers,
  page,
}) => {
  await cooks(pos, MAINS, TWENTY_FOUR);
  await managers.signsIn(page);
  await page.goto(`${server.url}/manager/reports?branch=${pos.branch}&period=last-7&lang=nl&kind=table`);
  await expect(page.getByRole('heading', { level: 1, name: 'Bereiding' })).toBeVisible();
  await expect(page.getByText('Mains, mediaan')).toBeVisible();
  await expect(page.getByText('vergeleken met de week ervoor')).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('search')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Afdrukken' })).toBeHidden();
  await expect(page.getByText(/tafels, .* · vergeleken met de week ervoor/)).toBeVisible();
  for (const landscape of [false, true]) {
    const paper = await page.pdf({ format: 'A4', landscape });
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('a phone collapses the filters behind one button that counts the active ones', async ({
  server,
  pos,
  managers,
  page,
}) => {
  await cooks(pos, MAINS, TWENTY_FOUR);
  await managers.signsIn(page);
  await page.setViewportSize(PHONE);
  await report(page, server.url, pos.branch);
  const fold = page.getByRole('button', { name: 'Filters' });
  // Its days are not the usual ones.
  await expect(fold).toHaveText(/^Filters · 1 active/);
  await expect(page.getByLabel('Days')).toBeHidden();

  await fold.click();
  await page.getByLabel('Course', { exact: true }).selectOption('Mains');
  await expect(fold).toHaveText(/^Filters · 2 active/);
  await page.getByLabel('Days').selectOption({ label: 'Yesterday' });
  await expect(fold).toHaveText(/^Filters · 2 active/);
  await expect(page.getByLabel('Days')).toBeVisible();
  await axeFindsNothing(page, 'open filters on a phone');
  await fold.click();
  await expect(page.getByLabel('Days')).toBeHidden();

  await page.setViewportSize(DESK);
  await expect(fold).toBeHidden();
  await expect(page.getByLabel('Days')).toBeVisible();
});
