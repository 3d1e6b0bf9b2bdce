import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import { MAINS } from './actors/pos';
import { TIME_ZONE } from './server-process';
import { expect, inLong, test } from './test';

const HANGING = [
  { view: 'kitchen', viewport: { width: 1280, height: 800 } },
  { view: 'pass', viewport: { width: 1920, height: 1080 } },
  { view: 'pickup', viewport: { width: 1280, height: 800 } },
] as const;
const HELD = [
  { view: 'pass', viewport: { width: 800, height: 1280 } },
  { view: 'ready', viewport: { width: 800, height: 1280 } },
] as const;

const badge = (page: Page) => page.getByRole('img', { name: /^This screen may go to sleep/ });
const dimmed = (page: Page) => page.locator('[data-dimmed]');

/** Reloads the page, and records its requests to keep the screen awake. */
async function watchesRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = function (type) {
      document.documentElement.dataset['wakeLock'] = type;
      return request.call(this, type);
    };
  });
  await page.reload();
}

for (const { view, viewport } of HANGING) {
  test(
    `${view}: an empty screen dims outside opening hours, five minutes after it was opened or touched`,
    inLong(view !== 'kitchen'),
    async ({ pos, kitchen, server }) => {
      const now = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE });
      const hour = (Number(now.format(Date.now())) + 12) % 24;
      const hours = `${hour}:00-${(hour + 1) % 24}:00`;
      const order = pos.takesCounterOrder(38);
      await pos.starts(order, MAINS, { minutesAgo: 9 });
      await server.heatlamp('setting', 'set', 'openingHours', hours, '--branch', String(kitchen.branch));
      const screen = await kitchen.opens(view, { viewport, isClockDriven: true });
      const { page } = screen;
      await expect(page.getByText(/^#?38$/)).toBeVisible();
      await expect(dimmed(page)).toHaveAttribute('data-dimmed', 'false');
      await pos.completes(order, MAINS);
      await pos.serves(order, MAINS);
      await expect(page.getByText(/^#?38$/)).toHaveCount(0);
      // Whoever pairs or touches a screen sees for five minutes that it works.
      for (const seesIt of [async () => {}, () => page.mouse.click(600, 500)]) {
        await seesIt();
        await screen.letsPass(200);
        await screen.isLive();
        await expect(dimmed(page)).toHaveAttribute('data-dimmed', 'false');
        await screen.letsPass(101);
        await screen.isLive();
        await expect(dimmed(page)).toHaveAttribute('data-dimmed', 'true');
      }
    },
  );

  test(
    `${view}: a screen kept awake by the browser has no badge, and one that may sleep has`,
    inLong(view !== 'kitchen'),
    async ({ kitchen }) => {
      const { page } = await kitchen.opens(view, { viewport });
      // A headless shell grants nothing by itself.
      await page.context().grantPermissions(['screen-wake-lock']);
      await watchesRequests(page);
      await expect(page.locator('html[data-wake-lock="screen"]')).toBeVisible();
      await expect(badge(page)).toHaveCount(0);
      await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'wakeLock', { value: undefined }));
      await page.reload();
      await expect(badge(page)).toBeVisible();
      await axeFindsNothing(page, `${view} with its badge`);
    },
  );

  test(
    `${view}: the picture moves by a pixel a minute, within two pixels`,
    inLong(view !== 'kitchen'),
    async ({ kitchen }) => {
      const { page } = await kitchen.opens(view, { viewport, isClockDriven: true });
      await expect(dimmed(page)).toBeAttached();
      // Otherwise it also runs by itself, on a busy machine for another minute.
      await page.clock.pauseAt(Date.now() + 60_000);
      const main = page.getByRole('main');
      const seen = new Set<string>();
      for (let minute = 0; minute < 8; minute += 1) {
        await page.clock.runFor(60_000);
        const [x = 0, y = 0] = (await main.evaluate(({ style }) => style.translate)).split(' ').map(Number.parseFloat);
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(2);
        seen.add(`${x} ${y}`);
      }
      expect(seen.size).toBe(8);
    },
  );
}

for (const { view, viewport } of HELD)
  test(
    `${view}: a handheld device decides itself when it sleeps`,
    inLong(view !== 'ready'),
    async ({ kitchen, pos }) => {
      const party = pos.seats({ number: 12 });
      await pos.starts(party, MAINS, { minutesAgo: 9 });
      await pos.completes(party, MAINS);
      const { page } = await kitchen.opens(view, { viewport });
      // A headless shell grants nothing by itself.
      await page.context().grantPermissions(['screen-wake-lock']);
      await watchesRequests(page);
      await expect(page.getByRole('heading', { name: 'Table 12' })).toBeVisible();
      await expect(page.locator('html[data-wake-lock]')).toHaveCount(0);
      await expect(dimmed(page)).toHaveCount(0);
    },
  );
