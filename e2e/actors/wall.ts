import { expect, type Locator, type Page } from '@playwright/test';
import { type Look, looksOf } from '../glass';

/** A wall in the kitchen and the cook who looks at it: by roles and words, as anybody would. */
export type Wall = {
  page: Page;
  /** As `screen list` knows it. */
  screen: number;
  card: (where: string) => Locator;
  /** Sees a card there that says all of these. */
  sees: (where: string, ...words: (string | RegExp)[]) => Promise<void>;
  seesReady: (where: string) => Promise<void>;
  seesNo: (where: string) => Promise<void>;
  seesNothing: () => Promise<void>;
  /** Sees a card there in this state, in words for readers too. */
  seesState: (where: string, urgency: string) => Promise<void>;
  /** The big timer in seconds; late ones count from their limit. */
  timer: (where: string) => Promise<number>;
  isLive: () => Promise<void>;
  isLiveOverHttp: () => Promise<void>;
  isAmber: (why?: string) => Promise<void>;
  isRed: (why?: string) => Promise<void>;
  isRefused: (why: string) => Promise<void>;
  /** What stands on every card, without what time alone changes. */
  board: () => Promise<string[]>;
  /** What it looked like since it was opened. */
  looks: () => Promise<Look[]>;
  opensMenu: () => Promise<Locator>;
  /** How many documents it has loaded since it was opened: 0 without a reload. */
  reloads: () => number;
  reloadsNow: () => Promise<void>;
};

/** Longer than anything here may take: a shared machine is slow at times, and what is promised is measured. */
const PATIENCE = { timeout: 40_000 };

export function watchWall(page: Page, screen: number): Wall {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  const main = page.getByRole('main');
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  const card = (where: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: where, exact: true }) });
  const isAt = (level: string) => expect(main).toHaveAttribute('data-level', level, PATIENCE);

  return {
    page,
    screen,
    card,
    async sees(where, ...words) {
      const found = words.reduce((cards, word) => cards.filter({ hasText: word }), card(where));
      await expect(found).toBeVisible(PATIENCE);
    },
    async seesReady(where) {
      await expect(card(where)).toHaveAttribute('data-urgency', /^ready/, PATIENCE);
      await expect(card(where).getByText('✓ Ready')).toBeVisible();
    },
    seesNo: (where) => expect(card(where)).toHaveCount(0, PATIENCE),
    seesNothing: () => expect(page.getByText('No open courses · live')).toBeVisible(PATIENCE),
    seesState: (where, urgency) => expect(card(where)).toHaveAttribute('data-urgency', urgency, PATIENCE),
    timer: async (where) => seconds(await card(where).getByRole('timer').innerText()),
    isLive: () => isAt('live'),
    async isLiveOverHttp() {
      await expect(page.getByText('live over HTTP')).toBeVisible(PATIENCE);
      await isAt('live');
    },
    async isAmber(why = 'The server does not answer') {
      await isAt('amber');
      await expect(alert).toContainText(/No news.*last news \d\d:\d\d:\d\d/);
      await expect(alert).toContainText(why);
    },
    async isRed(why = 'The server does not answer') {
      await isAt('red');
      await expect(alert).toContainText(/No news since \d\d:\d\d:\d\d.*The board is \d+:\d\d old/);
      await expect(alert).toContainText(why);
    },
    async isRefused(why) {
      await isAt('refused');
      await expect(alert).toContainText(why);
    },
    async board() {
      const texts = await page.getByRole('listitem').evaluateAll((cards) =>
        cards.map((each) => {
          const still = each.cloneNode(true) as HTMLElement;
          for (const timer of still.querySelectorAll('[role=timer]')) timer.remove();
          return `${each.getAttribute('data-urgency')} ${still.textContent}`;
        }),
      );
      return texts;
    },
    looks: () => looksOf(page),
    async opensMenu() {
      await page.getByRole('button', { name: 'Settings of this wall' }).click();
      const menu = page.getByRole('dialog', { name: 'Settings of this wall' });
      await expect(menu).toBeVisible();
      return menu;
    },
    reloads: () => loads,
    async reloadsNow() {
      await page.reload();
      await isAt('live');
      loads = 0;
    },
  };
}

/** `+4:05` or `1h02` as seconds. */
function seconds(text: string): number {
  const [, first, unit, second] = text.match(/^\+?(\d+)([:h])(\d\d)$/) ?? [];
  if (first === undefined) throw new Error(`not a timer: ${text}`);
  return (Number(first) * 60 + Number(second)) * (unit === 'h' ? 60 : 1);
}
