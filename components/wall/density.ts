import { textSize, touchSize, type Viewing } from './type-scale';
import type { WallOptions } from './wall-options';

/** Layout of a card: four lines, or two lines and a foot. */
export type Look = 'roomy' | 'dense';

export type Layout = {
  /** Size of plain text, in CSS pixels. */
  size: number;
  look: Look;
  /** Columns of each lane; a grid is one lane. */
  columns: readonly number[];
  rows: number;
  /** Whether more cards are open than fit: a button below the cards then counts the others. */
  isPaged: boolean;
};

type LayoutChoices = Pick<WallOptions, 'columns' | 'density'>;

/** These lengths are multiples of the plain text size, as in card.tsx and bar.tsx. */
const GAP = 0.45;
const BAR_HEIGHT = 1.95;
const BAR_PADDING = 0.3;
const LANE_TITLE = 0.85;
const STRIP_HEIGHT = 1.9;
/** Below this width the bar has two rows. */
const NARROW = 36;

const CARD_WIDTH = 10.2;
const NARROWEST_CARD = 7.9;
/** Minimum height of a card, from the roomiest to the densest; `more` is the number of additional columns. */
const STEPS = [
  { look: 'roomy', height: 8.4, more: 0 },
  { look: 'roomy', height: 6.6, more: 0 },
  { look: 'dense', height: 5, more: 0 },
  { look: 'dense', height: 5, more: 1 },
  { look: 'dense', height: 4.4, more: 1 },
  { look: 'dense', height: 4.4, more: 9 },
] as const;
type Step = (typeof STEPS)[number];
const DENSEST = STEPS[5];
const DENSE_FROM = 2;

const MAX_COLUMNS = 10;
/** Minimum number of cards along the longer and the shorter side of the screen, for every choice of size. */
const MIN_ALONG = 3;
const MIN_ACROSS = 2;
const SHRINK = 0.98;
const SMALLEST_PX = 14;

/**
 * Returns the layout with the largest cards with which all fit on one page; otherwise a page of the smallest cards,
 * above the button that turns the page. `counts` is the number of cards in each lane. The text shrinks if it leaves no
 * room for 2 × 3 of the smallest cards.
 */
export function layoutOf(viewing: Viewing, choices: LayoutChoices, counts: readonly number[]): Layout {
  const lanes = counts.length;
  const chosen = choices.columns && Math.max(lanes, choices.columns);
  const size = sizeOf(viewing, lanes);
  for (const step of choices.density === 'dense' ? STEPS.slice(DENSE_FROM) : STEPS) {
    const grid = gridOf(viewing, { size, step, chosen, lanes, hasStrip: false });
    const columns = lanesOf(grid, counts);
    if (grid.columns >= lanes && counts.every((count, lane) => count <= (columns[lane] ?? 0) * grid.rows))
      return { size, look: step.look, columns, rows: grid.rows, isPaged: false };
  }
  const grid = gridOf(viewing, { size, step: DENSEST, chosen, lanes, hasStrip: true });
  return { size, look: DENSEST.look, columns: lanesOf(grid, counts), rows: grid.rows, isPaged: true };
}

/** The chosen size, reduced until the minimum number of cards fits. */
function sizeOf(viewing: Viewing, lanes: number): number {
  const { width, height } = viewing;
  const [acrossLeast, downLeast] = width > height ? [MIN_ALONG, MIN_ACROSS] : [MIN_ACROSS, MIN_ALONG];
  let size = textSize(viewing);
  for (; size > SMALLEST_PX; size = Math.max(SMALLEST_PX, size * SHRINK)) {
    const { columns, rows } = gridOf(viewing, { size, step: DENSEST, chosen: 0, lanes, hasStrip: true });
    if (columns >= acrossLeast && rows >= downLeast) break;
  }
  return size;
}

type Setting = { size: number; step: Step; chosen: number; lanes: number; hasStrip: boolean };

function gridOf(
  viewing: Viewing,
  { size, step: { height, more }, chosen, lanes, hasStrip }: Setting,
): { columns: number; rows: number } {
  const fits = (room: number, card: number) => Math.max(1, Math.floor((room / size - GAP) / (card + GAP)));
  const touch = touchSize(viewing);
  const barRow = Math.max(BAR_HEIGHT * size, touch + BAR_PADDING * size);
  const bar = viewing.width / size < NARROW ? 2 * barRow : barRow;
  const titles = lanes > 1 ? LANE_TITLE * size : 0;
  const strip = hasStrip ? Math.max(STRIP_HEIGHT * size, touch) + GAP * size : 0;
  const wanted = chosen || fits(viewing.width, CARD_WIDTH) + more;
  return {
    // Narrower cards have no room for a table and a timer.
    columns: Math.min(MAX_COLUMNS, fits(viewing.width, NARROWEST_CARD), wanted),
    rows: fits(viewing.height - bar - titles - strip, height),
  };
}

/** Splits the columns: the ready lane has a third of them, but no lane has empty ones while the other lacks some. */
function lanesOf({ columns, rows }: { columns: number; rows: number }, counts: readonly number[]): number[] {
  const [cooking = 1, ready] = counts.map((count) => Math.ceil(count / rows) || 1);
  if (!ready) return [columns];
  const [, across = 1] = [Math.floor(columns / 3) || 1, ready, columns - cooking].sort((a, b) => a - b);
  return [columns - across || 1, across];
}
