import type { Page } from '@playwright/test';
import { MAINS } from './actors/pos';
import { rewriteMessages } from './network';
import { expect, test } from './test';

test('[F23] a wall shows the time of the restaurant, also where the clock of the POS is wrong', async ({ kitchen }) => {
  const wall = await kitchen.opensWall({
    prepares: (page) =>
      rewriteMessages(page, (message) => message.replaceAll('"posOffsetMs":0', '"posOffsetMs":3600000')),
  });
  await wall.seesNothing();
  const times = async () => {
    const text = await wall.page.getByRole('main').innerText();
    return [...text.matchAll(/live[\s·]+(\d\d:\d\d:\d\d)/g)].map(([, time]) => time);
  };
  const count = async () => {
    const shown = await times();
    return { shown: shown.length, different: new Set(shown).size };
  };
  await expect.poll(count).toEqual({ shown: 2, different: 1 });
  const isSameMinute = async () => {
    const [news] = await times();
    return news !== undefined && (await wall.page.locator('header').innerText()).includes(`\n${news.slice(0, 5)}\n`);
  };
  await expect.poll(isSameMinute).toBe(true);
});

test('[F20c] a wall and a tablet highlight that the POS is quiet while food is cooking', async ({ pos, kitchen }) => {
  const twentyMinutesAgo = new Date(Date.now() - 20 * 60_000).toISOString();
  const prepares = (page: Page) =>
    rewriteMessages(page, (message) => message.replace(/("lastDeliveryAt":)"[^"]*"/g, `$1"${twentyMinutesAgo}"`));
  const parties = Array.from({ length: 30 }, (_, index) => pos.seats({ number: index + 1, numberOfGuests: 4 }));
  for (const party of parties) await pos.starts(party, MAINS, { minutesAgo: 25 });
  const wall = await kitchen.opensWall({ prepares });
  const upright = { viewport: { width: 800, height: 1280 }, choices: 'diagonal=15.6&lang=fr' };
  const french = await kitchen.opensWall({ ...upright, prepares });
  const tablet = await kitchen.opens('ready', { prepares });
  for (const { page } of [wall, tablet]) {
    const notice = page.getByText(/^POS quiet since \d\d:\d\d$/);
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(notice).toHaveCSS('background-color', 'rgb(255, 181, 46)');
  }
  await french.page.locator('[data-ticket]').first().click();
  await expect(french.page.getByText('1 masqué, 1 en retard')).toBeVisible();
  await expect(french.page.locator('[data-notice]')).toHaveCount(0);
  const notice = french.page.getByText(/^Caisse muette depuis/);
  await expect(notice).toBeInViewport({ ratio: 1 });
  expect(await notice.evaluate((each) => each.scrollHeight - each.clientHeight), 'whole in two lines').toBe(0);
  // What waits on the pass does not count.
  for (const party of parties.slice(2)) await pos.completes(party, MAINS);
  for (const { page } of [wall, tablet]) await expect(page.getByText(/^POS quiet/)).toHaveCount(0);
});
