import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import type { Ticket } from '../../contract/live';
import { isSame } from '../../lib/collections';
import { useAtNow } from '../live/live-context';
import { stripHeight, useHasStrip } from '../screen/news';
import { useWindowSize } from '../screen/use-size';
import { isLate, isLateInTheMaking, urgencyOf } from '../ticket/ticket-state';
import { textSize, touchSize, usualDistance, type Viewing } from './type-scale';
import type { WallOptions } from './wall-options';
import { type Arranged, lateFirst, type Page, pageOf } from './wall-tickets';

/** Layout of a card: four lines, or two lines and a foot. */
export type Look = 'roomy' | 'dense';

export type Layout = {
  /** Size of plain text in the bar, in CSS pixels. */
  size: number;
  /** Size of plain text on the cards, in CSS pixels: up to 1.6 times `size` while the cards leave room. */
  cardSize: number;
  look: Look;
  /** Columns of each lane; a grid is one lane. */
  columns: readonly number[];
  rows: number;
  /** Whether more cards are open than fit: a button below the cards then counts the others. */
  isPaged: boolean;
};

/** Below this width, in plain text, the bar has no room for the courses in flight, which then stand at the foot. */
const NARROW = 52;

export function isNarrow({ width }: Pick<Viewing, 'width'>, size: number): boolean {
  return width / size < NARROW;
}

type LayoutChoices = Pick<WallOptions, 'columns' | 'density'>;

/**
 * Minimum height of a dense card; `more` is the number of columns beyond those of the usual width. Before a page turns,
 * the cards take the room of the foot too: a notice then makes them lower for as long as it is there.
 */
const DENSE_STEPS = [
  { height: 5, more: 0, hasFoot: true },
  { height: 5, more: 1, hasFoot: true },
  { height: 4.4, more: 1, hasFoot: true },
  { height: 4.4, more: 9, hasFoot: true },
  { height: 4.4, more: 9, hasFoot: false },
] as const;

const DENSEST = DENSE_STEPS[3];

/**
 * Returns the layout with the largest type with which all cards fit on one page, which they fill; otherwise a page of
 * the smallest cards, above the button that turns the page. `counts` is the number of cards in each lane. The text
 * shrinks if it leaves no room for 2 × 3 of the smallest cards.
 */
export function layoutOf(viewing: Viewing, choices: LayoutChoices, counts: readonly number[]): Layout {
  const lanes = counts.length;
  const chosen = choices.columns && Math.max(lanes, choices.columns);
  const size = sizeOf(viewing, lanes);
  const isDense = choices.density === 'dense';
  const roomy = isDense ? null : roomiest(viewing, { size, chosen, counts });
  if (roomy) return roomy;
  for (const step of DENSE_STEPS) {
    const grid = gridOf(viewing, { size, step, chosen, lanes });
    const columns = lanesOf(grid, counts);
    const needed = rowsFor(columns, counts);
    const rows = isDense ? grid.rows : needed;
    if (grid.columns >= lanes && needed <= grid.rows)
      return { size, cardSize: size, look: 'dense', columns, rows, isPaged: false };
  }
  const grid = gridOf(viewing, { size, step: DENSEST, chosen, lanes });
  return { size, cardSize: size, look: 'dense', columns: lanesOf(grid, counts), rows: grid.rows, isPaged: true };
}

/** From 20 to 32 arc-minutes. */
const GROWTH = 1.6;
/** A card never has more than a quarter of the wall. */
const FEWEST_PLACES = 4;
/** Width of a card by its height, at which it is used best. */
const BEST_RATIO = 1.45;
const ROOMY_HEIGHT = 6.6;
const MAX_COLUMNS = 10;
/** Share of a column that the title of an empty lane needs. */
const EMPTY_LANE = 0.4;

type Wanted = { size: number; chosen: number; counts: readonly number[] };

/** The columns whose cards have the largest type, and of those the best shape; null if not all cards fit. */
function roomiest(viewing: Viewing, { size, chosen, counts }: Wanted): Layout | null {
  const lanes = counts.length;
  const { width, height } = roomOf(viewing, { size, lanes, hasFoot: true });
  const largest = Math.max(size, GROWTH * textSize({ ...viewing, zoom: Math.min(0, viewing.zoom) }));
  const sizeFor = (room: number, cards: number, card: number) => room / (cards * (card + GAP) + GAP);
  let best: (Layout & { waste: number }) | null = null;
  const most = Math.min(MAX_COLUMNS, fits(width, NARROWEST_CARD, size));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const only = Math.min(chosen, most);
  for (let across = only || lanes; across <= (only || most); across += 1) {
    let rows = Math.max(1, Math.ceil(Math.max(total, FEWEST_PLACES) / across));
    let columns = lanesOf({ columns: across, rows }, counts);
    for (; rowsFor(columns, counts) > rows; columns = lanesOf({ columns: across, rows }, counts)) rows += 1;
    const shown = widthOf(columns, counts);
    const byWidth = sizeFor(width, shown, CARD_WIDTH);
    const cardSize = Math.min(largest, sizeFor(height, rows, ROOMY_HEIGHT), chosen ? Math.max(size, byWidth) : byWidth);
    if (cardSize < size) continue;
    const ratio = width / shown / (height / rows);
    const waste = Math.abs(Math.log(ratio / BEST_RATIO)) + 1 - total / (across * rows);
    const isBetter =
      !best || cardSize > best.cardSize * 1.001 || (cardSize > best.cardSize * 0.999 && waste < best.waste);
    if (isBetter) best = { size, cardSize, look: 'roomy', columns, rows, isPaged: false, waste };
  }
  if (!best) return null;
  const { waste: _, ...layout } = best;
  return layout;
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
    const { columns, rows } = gridOf(viewing, { size, step: DENSEST, chosen: 0, lanes });
    if (columns >= acrossLeast && rows >= downLeast) break;
  }
  return size;
}

type Setting = { size: number; step: (typeof DENSE_STEPS)[number]; chosen: number; lanes: number };

/** These lengths are multiples of the plain text size, as in cards.tsx and bar.tsx. */
const GAP = 0.45;
const BAR_HEIGHT = 1.95;
const BAR_PADDING = 0.3;
const LANE_TITLE = 0.85;
const STRIP_HEIGHT = 1.9;
const IN_FLIGHT = 1.35;
/** Below this width the bar has two rows. */
const NARROWEST_BAR = 30;

const CARD_WIDTH = 10.2;
const NARROWEST_CARD = 7.9;

/**
 * Room for cards in CSS pixels: without the bar, the courses in flight and, with `hasFoot`, the line for notices and for
 * the button that turns the page. While there is neither, the cards are higher.
 */
function roomOf(
  viewing: Viewing,
  { size, lanes, hasFoot }: { size: number; lanes: number; hasFoot: boolean },
): { width: number; height: number } {
  const touch = touchSize(viewing);
  const barRow = Math.max(BAR_HEIGHT * size, touch + BAR_PADDING * size);
  const bar = viewing.width / size < NARROWEST_BAR ? 2 * barRow : barRow;
  const titles = lanes > 1 ? LANE_TITLE * size : 0;
  const line = isNarrow(viewing, size) ? IN_FLIGHT * size : 0;
  const foot = hasFoot ? Math.max(STRIP_HEIGHT * size, touch) + GAP * size : line;
  return { width: viewing.width, height: viewing.height - bar - titles - foot };
}

function fits(room: number, card: number, size: number): number {
  return Math.max(1, Math.floor((room / size - GAP) / (card + GAP)));
}

type Grid = { columns: number; rows: number };

function gridOf(viewing: Viewing, { size, step: { height, more, hasFoot }, chosen, lanes }: Setting): Grid {
  const room = roomOf(viewing, { size, lanes, hasFoot });
  const wanted = chosen || fits(room.width, CARD_WIDTH, size) + more;
  return {
    // Narrower cards have no room for a table and a timer.
    columns: Math.min(MAX_COLUMNS, fits(room.width, NARROWEST_CARD, size), wanted),
    rows: fits(room.height, height, size),
  };
}

/** Splits the columns: the ready lane has a third of them, but no lane has empty ones while the other lacks some. */
function lanesOf({ columns, rows }: Grid, counts: readonly number[]): number[] {
  const [cooking = 1, ready] = counts.map((count) => Math.ceil(count / rows) || 1);
  if (!ready) return [columns];
  const [, across = 1] = [Math.floor(columns / 3) || 1, ready, columns - cooking].sort((a, b) => a - b);
  return [columns - across || 1, across];
}

function rowsFor(columns: readonly number[], counts: readonly number[]): number {
  return Math.max(1, ...counts.map((count, lane) => Math.ceil(count / (columns[lane] ?? 1))));
}

/** Width of all lanes, in columns. */
function widthOf(columns: readonly number[], counts: readonly number[]): number {
  return columns.reduce((sum, across, lane) => sum + (isEmptyLane(counts, lane) ? EMPTY_LANE : across), 0);
}

function isEmptyLane(counts: readonly number[], lane: number): boolean {
  return counts.length > 1 && counts[lane] === 0;
}

/** Of the plain text: a capital of 14 arc-minutes, and of 20 for tables, timers and courses. */
const MIN_SCALE = 0.74;
const MAIN = 1.06;

export type WallLayout = Layout & {
  /** The cards of the current page: of the whole wall, or of each lane. */
  pages: readonly (Page<Ticket> & { ids: string })[];
  pageCount: number;
  isEmpty: boolean;
  isNarrow: boolean;
  /** CSS variables of the wall. */
  sizes: CSSProperties;
  /** The place of every card, as text that changes when a card comes, leaves or moves. */
  places: string;
};

/** How the cards are laid out on this screen: their size, and which of them are on the page. */
export function useWallLayout({ cooking, ready, shown }: Arranged, options: WallOptions, turned: number): WallLayout {
  const viewing = useViewing(options);
  const inLanes = options.layout === 'lanes';
  const lanes = useMemo(() => (inLanes ? [cooking, ready] : [shown]), [inLanes, cooking, ready, shown]);
  const counts = lanes.map((tickets) => tickets.length);
  const { columns, density } = options;
  const chosen = [columns, density, inLanes, viewing.width, viewing.height].join();
  const layout = useCalmLayout(layoutOf(viewing, options, counts), counts, chosen);
  const pages = usePages(lanes, layout, options.sort, turned).map((page) => ({ ...page, ids: idsOf(page.shown) }));
  const sizes = {
    '--size': `${layout.size}px`,
    '--card-size': `${layout.cardSize}px`,
    '--least': `${layout.size * MIN_SCALE}px`,
    '--main': `${layout.size * MAIN}px`,
    '--touch': `${touchSize(viewing)}px`,
    '--lanes': layout.columns
      .map((across, lane) => `minmax(0, ${isEmptyLane(counts, lane) ? EMPTY_LANE : across}fr)`)
      .join(' '),
  };
  return {
    ...layout,
    pages,
    pageCount: Math.max(...pages.map((page) => page.pages)),
    isEmpty: counts.every((count) => count === 0),
    isNarrow: isNarrow(viewing, layout.size),
    sizes: sizes as CSSProperties,
    places: [...layout.columns, layout.rows, options.layout, ...pages.map(({ ids }) => ids)].join('|'),
  };
}

const GROWS_AFTER_MS = 30_000;

/**
 * The layout that a wall keeps: a denser one applies at once, a roomier one when the last change is half a minute ago,
 * so that cards do not change their size with every course. What somebody chose (`chosen`) applies at once.
 */
function useCalmLayout(wanted: Layout, counts: readonly number[], chosen: string): Layout {
  const [{ layout, mayGrow, by }, keep] = useState({ layout: wanted, mayGrow: true, by: chosen });
  useEffect(() => {
    const timer = setTimeout(() => keep({ layout, mayGrow: true, by }), GROWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [layout, by]);
  const stays = !mayGrow && by === chosen && canStay(layout, wanted, counts);
  if (stays || (isSame(layout, wanted) && by === chosen)) return layout;
  keep({ layout: wanted, mayGrow: false, by: chosen });
  return wanted;
}

/** Whether all cards still fit a layout that is denser than the one for this number of cards. */
export function canStay(kept: Layout, wanted: Layout, counts: readonly number[]): boolean {
  return (
    kept.size === wanted.size &&
    kept.isPaged === wanted.isPaged &&
    kept.columns.length === counts.length &&
    kept.cardSize <= wanted.cardSize &&
    rowsFor(kept.columns, counts) <= kept.rows
  );
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

/**
 * The current page of each lane; a card that becomes late moves to every page. With the most late first, ready cards
 * that wait too long come before what cooks in time.
 */
function usePages(
  lanes: readonly (readonly Ticket[])[],
  { columns, rows, isPaged }: Layout,
  sort: WallOptions['sort'],
  turned: number,
): Page<Ticket>[] {
  const jumping = useAtNow(
    (now) => idsOf(isPaged ? lanes.flat().filter((ticket) => isLateInTheMaking(ticket, now)) : []),
    '',
  ).split(' ');
  const late = useAtNow(
    (now) => idsOf(isPaged && sort === 'late' ? lanes.flat().filter((ticket) => isLate(urgencyOf(ticket, now))) : []),
    '',
  ).split(' ');
  return lanes.map((tickets, lane) =>
    pageOf(
      lateFirst(tickets, ({ id }) => late.includes(id)),
      (columns[lane] ?? 1) * rows,
      turned,
      ({ id }) => jumping.includes(id),
    ),
  );
}

function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}
