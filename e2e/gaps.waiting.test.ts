import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import { MAINS } from './actors/pos';
import { SECONDS_TO_AMBER } from './actors/screen';
import { expect, test } from './test';

const GAP = /Events may be missing between \d\d:\d\d(?::\d\d)? and \d\d:\d\d(?::\d\d)?/;

/** What a screen reader announces once. */
const notice = (page: Page) => page.getByRole('status').filter({ hasText: GAP });

test('after a crash every screen says between when events may be missing, until somebody there has seen it', {
  tag: '@thorough',
}, async ({ server, pos, kitchen, managers }) => {
  const wall = await kitchen.opensWall({ viewport: { width: 1280, height: 800 }, isClockDriven: true });
  const pass = await kitchen.opens('pass', { viewport: { width: 800, height: 1280 } });
  await pos.starts(pos.seats({ number: 12, numberOfGuests: 4 }), MAINS, { minutesAgo: 2 });
  await wall.sees('Table 12', 'Mains');
  // Within the page, which drifts by a pixel a minute against burn-in.
  const place = () =>
    wall.card('Table 12').evaluate((card) => {
      const [{ x, y }, ground] = [card.getBoundingClientRect(), card.closest('main')?.getBoundingClientRect()];
      return { x: x - (ground?.x ?? Number.NaN), y: y - (ground?.y ?? Number.NaN) };
    });
  const before = await place();

  await server.killForGap();
  await wall.letsPass(SECONDS_TO_AMBER);
  await wall.isAmber();
  await server.start();
  for (const { page } of [wall, pass]) await expect(notice(page)).toHaveCount(1);
  await wall.isLive();
  expect(await place()).toEqual(before);
  const gap = (await notice(wall.page).textContent()) ?? '';
  expect((await notice(pass.page).textContent()) ?? '').toBe(gap);
  await axeFindsNothing(wall.page, 'a wall with the notice of a gap');

  await wall.undoes('Table 12 · Mains hidden', () => wall.touches('Table 12'));
  const { isWhole } = await wall.said('Table 12 · Mains hidden');
  expect(isWhole, 'the whole count of hidden courses is shown beside the notice').toBe(true);
  await wall.sees('Table 12');

  await wall.page.getByRole('button', { name: 'Seen: no longer show this here' }).click();
  await expect(notice(wall.page)).toHaveCount(0);
  await wall.reloadsNow();
  await pass.reloadsNow();
  await expect(notice(pass.page)).toHaveText(gap);
  await expect(notice(wall.page)).toHaveCount(0);

  const { page } = await kitchen.takesDevice({ viewport: { width: 1440, height: 1000 } });
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}/manager`);
  await expect(notice(page)).toContainText('The server was not running');
  await pos.starts(pos.seats({ number: 13 }), MAINS);
  await page.goto(`${server.url}/manager/deliveries`);
  const rows = page.locator('section[aria-label="Messages, newest first"] :is(details, [data-gap])');
  await expect(rows).toHaveText([/started/, GAP, /started/]);
  await axeFindsNothing(page, 'deliveries around a gap');
});

test('on a full German wall the notice of a gap is whole and covers nothing', { tag: '@thorough' }, async ({
  server,
  pos,
  kitchen,
}) => {
  await server.heatlamp('branch', 'set', String(pos.branch), '--name', 'Zum Goldenen Hirschen – Stadtmitte');
  for (let number = 1; number <= 30; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 40 });
  for (let number = 31; number <= 40; number += 1) await pos.completes(pos.seats({ number }), MAINS);
  const walls = [
    await kitchen.opensWall({ viewport: { width: 1920, height: 1080 }, choices: 'diagonal=43&lang=de' }),
    await kitchen.opensWall({ viewport: { width: 1280, height: 720 }, choices: 'lang=de' }),
  ];
  const hides = await kitchen.opensWall({ viewport: { width: 1280, height: 800 }, choices: 'diagonal=21.5&lang=de' });
  for (const { page } of [...walls, hides]) await expect(page.locator('[data-ticket]')).not.toHaveCount(0);
  await hides.page.locator('[data-ticket]').first().click();
  await expect(hides.page.getByText('1 ausgeblendet, 1 zu spät')).toBeVisible();
  await server.killForGap();
  await server.start();
  for (const { page } of walls) {
    const gap = page.getByRole('status').filter({ hasText: 'Zwischen' }).getByRole('paragraph');
    await expect(gap).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Ton aus/ })).toBeVisible();
    await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
    const { x: late = 0 } = (await page.getByText('30 zu spät', { exact: true }).boundingBox()) ?? {};
    const live = await page.locator('header > div').first().boundingBox();
    expect((live?.x ?? 0) + (live?.width ?? 0)).toBeLessThanOrEqual(late);
    expect(live?.width, 'whether it is live is shown').toBeGreaterThan(80);
    expect(await gap.evaluate(linesOf)).toBeLessThanOrEqual(2);
  }
  const short = hides.page.getByRole('status').filter({ hasText: 'Meldungen fehlen?' }).getByRole('paragraph');
  await expect(short).toHaveCount(1);
  await expect(hides.page.getByRole('button', { name: /^Ton aus/ })).toBeVisible();
  expect(await short.evaluate(linesOf), 'beside the count of hidden cards').toBeLessThanOrEqual(2);
});

/** Number of lines of the text of a notice. */
function linesOf(notice: HTMLElement): number {
  const text = document.createRange();
  text.selectNodeContents([...notice.children].find((part) => part.checkVisibility()) as Element);
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
}
