import { expect, type Locator } from '@playwright/test';
import type { Screen } from './screen';

/** The screen over the pass. `where` is a table or counter order as its row names it, such as `Table 12`. */
type Pass = Screen & {
  /** The row of a table or counter order. */
  row: (where: string) => Locator;
  /** A course in that row, by its full name. */
  course: (where: string, course: string) => Locator;
  /** Expects a course in that row, with all of these texts. */
  sees: (where: string, course: string, ...texts: (string | RegExp)[]) => Promise<void>;
  /** Expects this text for what the table waits for. */
  showsReason: (where: string, why: string | RegExp) => Promise<void>;
  /** Expects no such row. */
  seesNo: (where: string) => Promise<void>;
  /** Expects this text among the counts at the top. */
  counts: (text: string | RegExp) => Promise<void>;
  /** Taps the button that says that the plates of a course have left the pass. */
  saysGone: (where: string, course: string) => Promise<void>;
};

/** Drives a pass screen through roles and visible text, as a person would. */
export function watchPass(screen: Screen): Pass {
  const { page } = screen;
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
    counts: (text) => expect(page.getByRole('list', { name: 'In flight' })).toContainText(text),
    saysGone: (where, name) => page.getByRole('button', { name: `Taken: ${where}, ${name}`, exact: true }).click(),
  };
}
