import { expect, type Locator, type Page } from '@playwright/test';
import { type Screen, watchScreen } from './screen';

/** A wall in the kitchen, used through roles and visible text like a person would. */
export type Wall = Screen & {
  card: (where: string) => Locator;
  /** Expects a card there with all of these texts. */
  sees: (where: string, ...texts: (string | RegExp)[]) => Promise<void>;
  seesReady: (where: string) => Promise<void>;
  seesNo: (where: string) => Promise<void>;
  seesNothing: () => Promise<void>;
  /** Expects a card there in this state, in words for screen readers too. */
  seesState: (where: string, urgency: string) => Promise<void>;
  /** Touches the card there; the card says what that does. */
  touches: (where: string) => Promise<void>;
  /** Expects this number of hidden tickets in the bar; 0 for none. */
  countsHidden: (count: number) => Promise<void>;
  /** Expects an unseen change on that card. */
  asksToBeSeen: (where: string, change: string) => Promise<void>;
  /** Expects no change on that card, or only seen ones. */
  asksNothing: (where: string) => Promise<void>;
  /** Opens the list of hidden and recent tickets. */
  opensRecall: () => Promise<Locator>;
  /** The large timer in seconds; late ones count from their limit. */
  timer: (where: string) => Promise<number>;
  /** Text of every card, without the parts that depend on time. */
  board: () => Promise<string[]>;
};

export function watchWall(page: Page, screen: number): Wall {
  const card = (where: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: where, exact: true }) });
  const watched = watchScreen(page, screen);

  return {
    ...watched,
    card,
    async sees(where, ...texts) {
      const found = texts.reduce((cards, word) => cards.filter({ hasText: word }), card(where));
      await expect(found).toBeVisible();
    },
    async seesReady(where) {
      await expect(card(where)).toHaveAttribute('data-urgency', /^ready/);
      await expect(card(where).getByText('✓ Ready')).toBeVisible();
    },
    seesNo: (where) => expect(card(where)).toHaveCount(0),
    seesNothing: () => expect(page.getByText('No open courses · live')).toBeVisible(),
    seesState: (where, urgency) => expect(card(where)).toHaveAttribute('data-urgency', urgency),
    async touches(where) {
      await card(where).getByRole('button').click();
    },
    countsHidden: (count) =>
      expect(page.getByRole('button', { name: count === 0 ? 'Recall' : `${count} hidden`, exact: true })).toBeVisible(),
    async asksToBeSeen(where, change) {
      const say = new RegExp(`^${where}, .*: mark as seen: ${change}$`);
      await expect(card(where).getByRole('button', { name: say })).toBeVisible();
      await expect(card(where).getByText('Seen?')).toBeVisible();
    },
    async asksNothing(where) {
      await expect(card(where).getByRole('button', { name: `Hide ${where}, ` })).toBeVisible();
      await expect(card(where).getByText('Seen?')).toHaveCount(0);
    },
    async opensRecall() {
      await page.getByRole('button', { name: /^(?:\d+ hidden|Recall)/ }).click();
      return page.getByRole('dialog', { name: 'Last 30 minutes' });
    },
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

/** `+4:05` or `1h02` in seconds. */
function seconds(text: string): number {
  const [, first, unit, second] = text.match(/^\+?(\d+)([:h])(\d\d)$/) ?? [];
  if (first === undefined) throw new Error(`not a timer: ${text}`);
  return (Number(first) * 60 + Number(second)) * (unit === 'h' ? 60 : 1);
}
