import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '../../lib/language';
import { amberAlertsOf, levelsOf, type Saying, sayingsOf } from '../screen-recorder';
import { undoAtOnce } from './undo';

/** Any screen, used through roles and visible text like a person would. */
export type Screen = {
  page: Page;
  /** Number in `screen list`. */
  screen: number;
  /** Moves the clock of the device on, if it is driven by hand (`isClockDriven`). Timers that come due run once. */
  letsPass: (seconds: number) => Promise<void>;
  /** The same for a live screen that stays live or amber, and whose timers run as often as they come due. */
  runsFor: (seconds: number) => Promise<void>;
  isLive: () => Promise<void>;
  isLiveOverHttp: () => Promise<void>;
  /** Expects that it is amber, or red since. */
  isAmber: (why?: string) => Promise<void>;
  /** Expects that it has been amber, even if it is red by now. */
  wasAmber: () => Promise<void>;
  isRed: (why?: string | RegExp) => Promise<void>;
  isRefused: (why: string) => Promise<void>;
  /** Expects that it has left its board, and shows the code with which it is paired. */
  asksToBePaired: () => Promise<void>;
  opensMenu: () => Promise<Locator>;
  /** Chooses a language in the menu, which stays open. Resolves when the page is laid out in it. */
  speaks: (language: Language) => Promise<void>;
  /** Expects that it has said this so many times in a notice or a message, even if that is over by now. */
  said: (text: string, times?: number) => Promise<Saying>;
  /**
   * Taps, and undoes it as soon as a notice with this text offers that: with its button, or with this key once the card
   * is gone. Resolves to the text of the outcome.
   */
  undoes: (text: string, tap: () => Promise<void>, key?: string) => Promise<string>;
  /** Number of page loads since it was opened: 0 without a reload. */
  reloads: () => number;
  reloadsNow: () => Promise<void>;
};

/** After this long without news a board is amber, and after as long as both together red, with a second to spare. */
export const SECONDS_TO_AMBER = 7;
export const SECONDS_TO_RED = 9;
/** A live screen gets amber, but not red. */
const SECONDS_AT_ONCE = 7;

export function watchScreen(page: Page, screen: number): Screen {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  const main = page.getByRole('main');
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  const isAt = (level: string) => expect(main).toHaveAttribute('data-level', level);
  const opensMenu = async () => {
    const name = /^(?:Settings of this|Instellingen van dit)/;
    // A board for guests has its button only after a touch or a key.
    await page.keyboard.press('Shift');
    await page.getByRole('button', { name }).click();
    const menu = page.getByRole('dialog', { name });
    await expect(menu).toBeVisible();
    return menu;
  };

  return {
    page,
    screen,
    letsPass: (seconds) => page.clock.fastForward(seconds * 1_000),
    async runsFor(seconds) {
      for (let left = seconds; left > 0; left -= SECONDS_AT_ONCE) {
        await isAt('live');
        await page.clock.runFor(Math.min(left, SECONDS_AT_ONCE) * 1_000);
      }
      await isAt('live');
    },
    isLive: () => isAt('live'),
    async isLiveOverHttp() {
      await expect(page.getByText('live over HTTP')).toBeVisible();
      await isAt('live');
    },
    async isAmber(why = 'The server does not answer') {
      await expect.poll(() => amberAlertsOf(page)).toMatch(/No data.*last update \d\d:\d\d:\d\d/);
      await expect.poll(() => amberAlertsOf(page)).toContain(why);
    },
    wasAmber: () => expect.poll(() => levelsOf(page)).toContain('amber'),
    async isRed(why = 'The server does not answer') {
      await isAt('red');
      await expect(alert).toContainText(/No data since \d\d:\d\d:\d\d.*The board is [\d:]+ old/);
      await expect(alert).toContainText(why);
    },
    async isRefused(why) {
      await isAt('refused');
      await expect(alert).toContainText(why);
    },
    async asksToBePaired() {
      await page.waitForURL(/\/pair(?:\?|$)/);
      await expect(page.getByRole('heading', { name: 'Pair this screen' })).toBeVisible();
    },
    opensMenu,
    async speaks(language) {
      const languages = page.getByRole('combobox').filter({ has: page.locator(`option[value=${language}]`) });
      if ((await languages.count()) === 0) await opensMenu();
      await languages.selectOption(language);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await page.evaluate(() => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))));
    },
    async said(text, times = 1) {
      const found = async () => (await sayingsOf(page)).filter((saying) => saying.text.includes(text));
      await expect.poll(async () => (await found()).length, text).toBeGreaterThanOrEqual(times);
      return (await found()).at(-1) as Saying;
    },
    async undoes(text, tap, key) {
      const outcome = await undoAtOnce(page, text, tap, key);
      expect(outcome).toContain('Undone');
      return outcome;
    },
    reloads: () => loads,
    async reloadsNow() {
      await page.reload();
      await isAt('live');
      loads = 0;
    },
  };
}
