import type { Page } from '@playwright/test';
import { LANGUAGES } from '../lib/language';
import { axeFindsNothing } from './accessibility';
import { startServerProcess } from './server-process';
import { expect, inLong, test } from './test';
import { wordsOf } from './words';

/** The narrowest phone, and text at twice its size on a wider one. */
const NARROW = { width: 320, height: 800 };
/** Without a space to break at. */
const LONG_NAME = 'Wirtshausgasse'.repeat(4);
const PAGES = ['setup', 'screens', 'people', 'subscriptions', 'audit', 'settings', 'system'] as const;

/** Checks a page with axe, that nothing is wider than it, and that Tab reaches every control. */
async function isSound(page: Page, what: string) {
  await axeFindsNothing(page, what);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `width of ${what}`).toBeLessThanOrEqual(NARROW.width);
  const count = await page.evaluate(listControls);
  expect(count, `controls of ${what}`).toBeGreaterThan(0);
  // A time field has several stops.
  for (let presses = 0; presses < count + 10; presses += 1) await page.keyboard.press('Tab');
  expect
    .soft(await page.evaluate(() => window.unreached?.map((each) => each.outerHTML.slice(0, 150)) ?? []), what)
    .toEqual([]);
}

declare global {
  interface Window {
    unreached?: Element[];
  }
}

/** Remembers every control that a person can see, until it has the focus. Returns how many there are. */
function listControls(): number {
  const CONTROLS =
    'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';
  const isOfItsGroup = (each: Element) =>
    !(each instanceof HTMLInputElement && each.type === 'radio') ||
    each.checked ||
    document.querySelector(`input[name="${each.name}"]:checked`) === null;
  const open = document.querySelector('dialog[open]') ?? document;
  window.unreached = [...open.querySelectorAll(CONTROLS)].filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && isOfItsGroup(each),
  );
  document.addEventListener('focusin', ({ target }) => {
    window.unreached = window.unreached?.filter((each) => each !== target) ?? [];
  });
  (document.activeElement as HTMLElement | null)?.blur();
  return window.unreached.length;
}

// The longest words are German.
for (const language of LANGUAGES)
  test(
    `the pages of the first set-up and of its managers are sound in ${language}`,
    inLong(language !== 'de'),
    async ({ browser }) => {
      const t = wordsOf(language);
      const server = await startServerProcess('sqlite');
      const context = await browser.newContext({ viewport: NARROW, locale: language, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${server.url}/pair`);
      await expect(page.getByText(/^(?:[2-9A-HJKMNP-Z] ){5}[2-9A-HJKMNP-Z]$/)).toBeVisible();
      await axeFindsNothing(page, 'a code');
      const { token } = await server.heatlamp<{ token: string }>(
        ...['screen', 'add', '--name', LONG_NAME, '--branch', '1', '--view', 'ready'],
      );
      await server.heatlamp('branch', 'set', '1', '--name', LONG_NAME);
      await context.request.post(`${server.url}/api/v1/pair`, { data: { token } });
      const { link } = await server.heatlamp<{ link: string }>('manager', 'add', LONG_NAME, '--role', 'owner');
      const data = { token: link.slice(link.indexOf('#') + 1), password: 'a lamp above the pass' };
      expect((await context.request.post(`${server.url}/api/auth/set-password`, { data })).ok()).toBe(true);
      await page.goto(`${server.url}/setup`);
      await expect(page.getByRole('status')).toBeVisible();
      await isSound(page, 'a set-up that is over');
      for (const name of PAGES) {
        await page.goto(`${server.url}/manager/${name}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page).toHaveTitle(`${t(name === 'setup' ? 'setUp.title' : `manager.pages.${name}`)} · Heatlamp`);
        if (name === 'screens') {
          await page.getByRole('button', { name: t('practiceService.start') }).click();
          await expect(page.getByRole('button', { name: t('practiceService.stop') })).toBeVisible();
        }
        await isSound(page, name);
      }
      await page.getByRole('button', { name: t('manager.pages.more'), exact: true }).click();
      await page.getByRole('link', { name: t('manager.pages.audit') }).click();
      await expect(page, 'after a link').toHaveTitle(`${t('manager.pages.audit')} · Heatlamp`);
      await page.goto(`${server.url}/ready`);
      await expect(page).toHaveTitle(`${t('views.ready')} · Heatlamp`);
      await expect(page.getByRole('alert').filter({ hasText: t('practice.service') })).toBeVisible();
      await axeFindsNothing(page, 'a tablet during a practice');
      await page.getByRole('button', { name: t('menu.open') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await isSound(page, 'the menu of a tablet with its device');
      await context.close();
      await server.discard();
    },
  );
