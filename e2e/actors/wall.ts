import { expect, type Locator, type Page } from '@playwright/test';
import { PATIENCE, type Screen, watchScreen } from './screen';

/** A wall in the kitchen and the cook who looks at it: by roles and words, as anybody would. */
export type Wall = Screen & {
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
  /** What stands on every card, without what time alone changes. */
  board: () => Promise<string[]>;
};

export function watchWall(page: Page, screen: number): Wall {
  const card = (where: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: where, exact: true }) });

  return {
    ...watchScreen(page, screen),
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
  };
}

/** `+4:05` or `1h02` as seconds. */
function seconds(text: string): number {
  const [, first, unit, second] = text.match(/^\+?(\d+)([:h])(\d\d)$/) ?? [];
  if (first === undefined) throw new Error(`not a timer: ${text}`);
  return (Number(first) * 60 + Number(second)) * (unit === 'h' ? 60 : 1);
}
