import path from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import { MAINS } from './actors/pos';
import { TABLET, takesTablet } from './actors/waiter';
import { rewriteMessages } from './network';
import { expect, test } from './test';

/** A folder for a picture of each screen; none are taken without. */
const PICTURES = process.env['HEATLAMP_PICTURES'];
const PHONE = { width: 390, height: 844 };
const NO_ORDERS = 'Practice: no real orders';
const OVER = 'Practice is over: a real order came in';

async function shows(name: string, page: Page) {
  if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `practice-${name}.png`) });
}

test('[F28] a practice is on every screen, can be tapped, and ends with the first real order', {
  tag: '@thorough',
}, async ({ kitchen, pos, managers, server }) => {
  const wall = await kitchen.opensWall({ viewport: { width: 1920, height: 1080 } });
  const waiter = await takesTablet(kitchen, { viewport: TABLET });
  const { page } = await kitchen.takesDevice({ viewport: PHONE });
  await managers.signsIn(page, { name: `Mia of ${kitchen.branch}`, branches: [kitchen.branch] });
  await page.goto(`${server.url}/manager/screens`);

  const start = page.getByRole('button', { name: 'Start the practice' });
  // A key press does not wait, and the button is disabled until the state of the branch is known.
  await expect(start).toBeEnabled();
  await page.getByLabel('It takes').selectOption('4 minutes');
  // Together, because the first course is served after half a minute.
  await Promise.all([
    start.press('Enter'),
    expect(page.getByRole('button', { name: 'Stop the practice' })).toBeFocused(),
    expect(page.getByText(/^Running, started by Mia of \d+\. 12 courses to go/)).toBeVisible(),
    wall.sees('Table P1'),
  ]);
  for (const screen of [wall.page, waiter.page])
    await expect(screen.getByRole('alert').filter({ hasText: NO_ORDERS })).toBeVisible();
  await shows('manager', page);

  // The script never serves this course, so there is time to tap it.
  await waiter.claims('Table P3');
  await waiter.sees('Table P3', 'Main', /you have it/i);
  await shows('tablet', waiter.page);
  await shows('wall', wall.page);
  await waiter.brings('Table P3');
  await waiter.seesNo('Table P3');

  await pos.starts(pos.seats({ number: 12, numberOfGuests: 4 }), MAINS);
  for (const screen of [wall.page, waiter.page])
    await expect(screen.getByRole('alert').filter({ hasText: OVER })).toBeVisible();
  await wall.sees('Table 12');
  await wall.seesNo('Table P2');
  await shows('wall-ended', wall.page);
  await expect(page.getByText('One real course is open.')).toBeVisible();
  await expect(start).toBeDisabled();
  const { courses } = (await (
    await page.request.get(`${server.url}/api/v1/history/courses?branch=${kitchen.branch}`)
  ).json()) as {
    courses: { table: { number: string } }[];
  };
  expect(courses.map(({ table }) => table.number)).toEqual(['12']);
});

test('[F28] during a practice axe finds nothing on screens, and the POS is not called quiet', {
  tag: '@thorough',
}, async ({ kitchen, managers, server }) => {
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  let datedMessages = 0;
  const wall = await kitchen.opensWall({
    viewport: { width: 1920, height: 1080 },
    // The last evening was long ago.
    prepares: (page) =>
      rewriteMessages(page, (message) => {
        const dated = message.replace(/("lastDeliveryAt":)null/g, `$1"${anHourAgo}"`);
        if (dated !== message) datedMessages += 1;
        return dated;
      }),
  });
  const waiter = await takesTablet(kitchen, { viewport: TABLET });
  const { page } = await kitchen.takesDevice({ viewport: PHONE });
  await managers.signsIn(page, { branches: [kitchen.branch] });
  await page.goto(`${server.url}/manager/screens`);
  await page.getByLabel('It takes').selectOption('13 minutes');
  await page.getByRole('button', { name: 'Start the practice' }).click();
  await wall.sees('Table P1');
  await axeFindsNothing(wall.page, 'a wall during a practice');
  await axeFindsNothing(waiter.page, 'a tablet during a practice');
  await axeFindsNothing(page, 'the screens page during a practice');
  await expect(wall.page.getByText(/^POS quiet/)).toHaveCount(0);
  expect(datedMessages).toBeGreaterThan(0);
});

test('the practice panel shows the newest answer, and says when the server does not answer', async ({
  kitchen,
  managers,
  server,
}) => {
  await kitchen.getsLink();
  const { page } = await kitchen.takesDevice({ viewport: PHONE });
  await managers.signsIn(page, { branches: [kitchen.branch] });
  let isSlow = false;
  const slow: (() => Promise<void>)[] = [];
  await page.route(`**/api/v1/branches/${kitchen.branch}/practice`, async (route) => {
    if (!isSlow || route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    slow.push(() => route.fulfill({ response }));
  });
  await page.goto(`${server.url}/manager/screens`);
  const start = page.getByRole('button', { name: 'Start the practice' });
  const stop = page.getByRole('button', { name: 'Stop the practice' });
  await expect(start).toBeEnabled();

  isSlow = true;
  await expect.poll(() => slow.length).toBeGreaterThan(0);
  await start.click();
  await expect(stop).toBeVisible();
  for (const answers of slow.splice(0)) await answers();
  // The page asks again after the answer.
  await expect.poll(() => slow.length).toBeGreaterThan(0);
  expect(await stop.isVisible()).toBe(true);

  const noNews = page.getByText(/^No news/);
  await expect(noNews).toBeVisible();
  await shows('no-news', page);
  isSlow = false;
  await expect(noNews).toHaveCount(0);
  await stop.click();
  await expect(start).toBeVisible();
});
