import { type Page, pageOf } from '../wall/arrange';
import type { PassRow } from './arrange';
import { doFit, type Fit, linesIn } from './fit';

/** Lines reserved for the notice of rows on other pages. */
export const MORE_LINES = 1;
const FEWEST = 2;

/**
 * Returns one page of the rows if not all fit. All pages have the same number of rows, so that turning skips none. Rows
 * in trouble (by their keys) come first on every page.
 */
export function pageThatFits(
  rows: readonly PassRow[],
  fit: Fit,
  turned: number,
  inTrouble: ReadonlySet<string>,
): Page<PassRow> {
  const all = linesIn(
    rows.map(({ courses }) => courses),
    fit,
  );
  const linesOf = new Map(rows.map((row, index) => [row, all[index] ?? 1]));
  const page = (places: number, turn: number) => pageOf(rows, places, turn, ({ key }) => inTrouble.has(key));
  const fits = ({ shown, more }: Page<PassRow>) => {
    const lines = shown.map((row) => linesOf.get(row) ?? 1);
    return doFit(more.length > 0 ? [...lines, MORE_LINES] : lines, fit);
  };
  let places = FEWEST;
  while (doFit(new Array<number>(places + 1).fill(1), fit) && places < rows.length) places += 1;
  for (; places > FEWEST; places -= 1) {
    const turns = Math.ceil((2 * rows.length) / (places - 1));
    const everyPage = Array.from({ length: turns }, (_, turn) => page(places, turn));
    if (everyPage.every(fits)) break;
  }
  return page(places, turned);
}
