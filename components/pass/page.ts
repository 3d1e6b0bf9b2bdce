import type { PassRow } from './arrange';
import { doFit, type Fit, inOneColumn, linesIn } from './fit';

/** A page of the rows, the rows on other pages, and how the page is laid out. */
export type PassPage = { shown: readonly PassRow[]; more: readonly PassRow[]; fit: Fit };

/** Lines reserved for the notice of rows on other pages. */
export const MORE_LINES = 1;

/**
 * Returns one page of the rows if not all fit, with as many rows as fit. Rows in trouble (by their keys) come first on
 * every page, but take at most half of it, so that the others get their turn. A row that is too high for the room that
 * they leave has a page of its own, and is as wide as the screen if it is too high for that too.
 */
export function pageThatFits(
  rows: readonly PassRow[],
  fit: Fit,
  turned: number,
  inTrouble: ReadonlySet<string>,
): PassPage {
  const all = linesIn(
    rows.map(({ courses }) => courses),
    fit,
  );
  const linesOf = new Map(rows.map((row, index) => [row, all[index] ?? 1]));
  const fits = (shown: readonly PassRow[]) => doFit([...shown.map((row) => linesOf.get(row) ?? 1), MORE_LINES], fit);

  const pinned: PassRow[] = [];
  for (const row of rows) {
    const next = [...pinned, row];
    if (inTrouble.has(row.key) && fits([...next, ...next])) pinned.push(row);
  }
  const pages: PassRow[][] = [];
  for (const row of rows.filter((each) => !pinned.includes(each))) {
    const page = pages.at(-1);
    if (page && fits([...pinned, ...page, row])) page.push(row);
    else pages.push([row]);
  }
  const own = pages[turned % pages.length] ?? [];
  const shown = fits([...pinned, ...own]) ? [...pinned, ...own] : own;
  return { shown, more: rows.filter((row) => !shown.includes(row)), fit: fits(shown) ? fit : inOneColumn(fit) };
}
