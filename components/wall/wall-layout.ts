import { type CSSProperties, useMemo } from 'react';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { stripHeight, useHasStrip } from '../screen/news';
import { useWindowSize } from '../screen/use-size';
import { isLateInTheMaking } from '../ticket/ticket-state';
import { textSize, touchSize, usualDistance, type Viewing } from './type-scale';
import type { WallOptions } from './wall-options';
import { type Arranged, type Page, pageOf } from './wall-tickets';

const DENSE_FROM = 2;

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

/** Minimum height of a card, from the roomiest to the densest; `more` is the number of additional columns. */
const STEPS = [
  { look: 'roomy', height: 8.4, more: 0 },
  { look: 'roomy', height: 6.6, more: 0 },
  { look: 'dense', height: 5, more: 0 },
  { look: 'dense', height: 5, more: 1 },
  { look: 'dense', height: 4.4, more: 1 },
  { look: 'dense', height: 4.4, more: 9 },
] as const;

const DENSEST = STEPS[5];

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

/** Minimum number of cards along the longer and the shorter side of the screen, for every choice of size. */
const MIN_ALONG = 3;
const MIN_ACROSS = 2;
const SHRINK = 0.98;
const SMALLEST_PX = 14;

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

type Step = (typeof STEPS)[number];

type Setting = { size: number; step: Step; chosen: number; lanes: number; hasStrip: boolean };

/** These lengths are multiples of the plain text size, as in cards.tsx and bar.tsx. */
const GAP = 0.45;
const BAR_HEIGHT = 1.95;
const BAR_PADDING = 0.3;
const LANE_TITLE = 0.85;
const STRIP_HEIGHT = 1.9;
/** Below this width the bar has two rows. */
const NARROW = 36;

const CARD_WIDTH = 10.2;
const NARROWEST_CARD = 7.9;

const MAX_COLUMNS = 10;

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

/** Of the plain text: a capital of 14 arc-minutes, and of 20 for tables, timers and courses. */
const MIN_SCALE = 0.74;
const MAIN = 1.06;

export type WallLayout = Layout & {
  /** The cards of the current page: of the whole wall, or of each lane. */
  pages: readonly (Page<Ticket> & { ids: string })[];
  pageCount: number;
  isEmpty: boolean;
  /** CSS variables of the wall. */
  sizes: CSSProperties;
  /** The place of every card, as text that changes when a card comes, leaves or moves. */
  places: string;
};

/** How the cards are laid out on this screen: their size, and which of them are on the page. */
export function useWallLayout({ cooking, ready }: Arranged, options: WallOptions, turned: number): WallLayout {
  const viewing = useViewing(options);
  const inLanes = options.layout === 'lanes';
  const lanes = useMemo(() => (inLanes ? [cooking, ready] : [[...cooking, ...ready]]), [inLanes, cooking, ready]);
  const counts = lanes.map((tickets) => tickets.length);
  const layout = layoutOf(viewing, options, counts);
  const pages = usePages(lanes, layout, turned).map((page) => ({ ...page, ids: idsOf(page.shown) }));
  const sizes = {
    '--size': `${layout.size}px`,
    '--least': `${layout.size * MIN_SCALE}px`,
    '--main': `${layout.size * MAIN}px`,
    '--touch': `${touchSize(viewing)}px`,
    '--lanes': layout.columns.map((across) => `minmax(0, ${across}fr)`).join(' '),
  };
  return {
    ...layout,
    pages,
    pageCount: Math.max(...pages.map((page) => page.pages)),
    isEmpty: counts.every((count) => count === 0),
    sizes: sizes as CSSProperties,
    places: [...layout.columns, layout.rows, options.layout, ...pages.map(({ ids }) => ids)].join('|'),
  };
}

/** The size of the screen without the strip of a practice, and how it is looked at. */
function useViewing({ diagonal, distance, zoom }: WallOptions) {
  const strip = useHasStrip() ? stripHeight : () => 0;
  const { width, height } = useWindowSize();
  return {
    width,
    height: height - strip(height),
    diagonal,
    distance: distance ?? usualDistance(diagonal),
    zoom,
  };
}

/** The current page of each lane; a card that becomes late moves to every page. */
function usePages(
  lanes: readonly (readonly Ticket[])[],
  { columns, rows, isPaged }: Layout,
  turned: number,
): Page<Ticket>[] {
  const late = useAtNow((now) => {
    const jumping = isPaged ? lanes.flat().filter((ticket) => isLateInTheMaking(ticket, now)) : [];
    return idsOf(jumping);
  }, '').split(' ');
  return lanes.map((tickets, lane) =>
    pageOf(tickets, (columns[lane] ?? 1) * rows, turned, ({ id }) => late.includes(id)),
  );
}

function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}
