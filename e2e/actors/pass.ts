import { expect, type Locator } from '@playwright/test';
import type { Screen } from './screen';

/** The screen over the pass, used through roles and visible text like a person would. */
export type Pass = Screen & {
  /** The row of a table, such as `Table 12`. */
  row: (where: string) => Locator;
  /** One of its courses, by its full name. */
  course: (where: string, course: string) => Locator;
  /** Expects a course there with all of these texts. */
  sees: (where: string, course: string, ...texts: (string | RegExp)[]) => Promise<void>;
  /** Expects this text for what holds the table up. */
  showsReason: (where: string, why: string | RegExp) => Promise<void>;
  seesNo: (where: string) => Promise<void>;
  /** Expects the tables in this order. */
  seesInOrder: (...where: string[]) => Promise<void>;
  /** Expects these counts in the head. */
  counts: (text: string | RegExp) => Promise<void>;
  /** Reports that the plates left with somebody without a tablet. */
  saysGone: (where: string, course: string) => Promise<void>;
};

export function watchPass(screen: Screen): Pass {
  const { page } = screen;
  const board = page.getByRole('region', { name: 'Pass' });
  const row = (where: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: where, exact: true }) });
  const course = (where: string, name: string) =>
    row(where).getByRole('list').getByRole('listitem').filter({ hasText: name });

  return {
    ...screen,
    row,
    course,
    async sees(where, name, ...texts) {
      const found = texts.reduce((cells, word) => cells.filter({ hasText: word }), course(where, name));
      await expect(found).toBeVisible();
    },
    showsReason: (where, why) => expect(row(where).getByRole('strong')).toHaveText(why),
    seesNo: (where) => expect(row(where)).toHaveCount(0),
    seesInOrder: (...where) =>
      expect.poll(() => board.getByRole('heading', { level: 2 }).evaluateAll(namesOf)).toEqual(where),
    counts: (text) => expect(page.getByRole('list', { name: 'In flight' })).toContainText(text),
    saysGone: (where, name) => page.getByRole('button', { name: `Taken: ${where}, ${name}`, exact: true }).click(),
  };
}

function namesOf(headings: Element[]): (string | null)[] {
  return headings.map((heading) => heading.getAttribute('aria-label'));
}
