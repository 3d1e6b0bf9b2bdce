import type { Ticket } from '../../contract/live';
import { groupBy } from '../../lib/collections';
import { isPresumed } from '../ticket/ticket-state';
import { textSize, touchSize } from '../wall/type-scale';
import { isOnPass } from './course-state';
import type { PassOptions } from './pass-options';
import type { PassRow } from './pass-rows';

/** In CSS pixels. */
export type Room = { width: number; height: number };

/**
 * Layout of the rows of a pass on a screen: text size, name size, columns, the width of a column in course units, and
 * the smallest side of a touch target.
 */
export type Fit = { size: number; name: number; columns: number; units: number; target: number; room: Room };

/** Limits of the text size of a pass, and the smallest side of a touch target; CSS pixels. */
export type Scale = {
  /** Plain text that is comfortable at the screen's distance. */
  text: number;
  /** Smallest name: capitals of 20 arc-minutes on a fixed screen. */
  name: number;
  /**
   * Smallest other text: capitals of 14 arc-minutes on a fixed screen; 0 on a handheld, where sizes follow the row's.
   */
  least: number;
  largest: number;
  smallest: number;
  target: number;
  /** Whether the screen is fixed over the pass: then nothing scrolls. */
  hangs: boolean;
};

/**
 * Returns the layout with the largest text in which rows with these courses fit, or else the smallest. `columns` is the
 * chosen number, 0 for as many as fit. The text grows beyond `before` (the current size, null for none) only if one
 * more row per column would fit as well, so that a single table does not make it grow and shrink.
 */
export function fitOf(
  rows: readonly (readonly Ticket[])[],
  room: Room,
  scale: Scale,
  columns: number,
  before: number | null,
): Fit {
  const all = sizesOf(scale).map((size) => fitAt(size, room, scale, columns));
  const fitting = all.find((fit) => {
    const lines = linesIn(rows, fit);
    const spare = before !== null && fit.size > before ? new Array<number>(fit.columns).fill(1) : [];
    return doFit([...lines, ...spare], fit);
  });
  return fitting ?? (all.at(-1) as Fit);
}

/** Number of lines that the courses of each row take. */
export function linesIn(rows: readonly (readonly Ticket[])[], { units }: Fit): number[] {
  return rows.map((courses) => cellsIn(courses, units).lines);
}

/** Whether rows with these line counts all fit on the screen. */
export function doFit(lines: readonly number[], fit: Fit): boolean {
  return placesOf(lines, fit).every(({ top, height }) => top + height <= fit.room.height);
}

/** Limit for stretching a row beyond the height of its text. */
const MAX_STRETCH = 0.35;

/** Position of a row: its column, and its top and height in CSS pixels. */
export type Place = { column: number; top: number; height: number };

/** Places of the rows on a fixed screen, all stretched by the same factor to use its height. */
export function stretchedPlaces(lines: readonly number[], fit: Fit): Place[] {
  const places = placesOf(lines, fit);
  const columns = [...groupBy(places, ({ column }) => column).values()];
  const spare = columns.map((column) => {
    const last = column.at(-1);
    return last ? (fit.room.height - last.top - last.height) / column.length : 0;
  });
  const least = Math.min(...places.map(({ height }) => height));
  const extra = Math.max(0, Math.min(least * MAX_STRETCH, ...spare));
  return places.map((place) => {
    const above = places.filter(({ column, top }) => column === place.column && top < place.top).length;
    return { ...place, top: place.top + above * extra, height: place.height + extra };
  });
}

/** Lengths in multiples of a row's text size. The classes of pass-board.tsx and cell.tsx result in the same. */
export const ROW = {
  /** Least width of a row. */
  least: 18.2,
  /** Width that is not the courses'. */
  around: 5.1,
  /** Width of a course unit. */
  unit: 0.95,
  /** Between two courses, and between two lines of them. */
  between: 0.25,
  /** Height of the first line and of what surrounds it, without the name. */
  head: 2.1,
  /** Height of the name, in multiples of its own size. */
  name: 1.2,
  /** Height of a line of courses. */
  cell: 2.9,
  /** Between two rows. */
  gap: 0.35,
} as const;

/** Places of rows with these line counts: each goes into the column with the most room, from left to right. */
export function placesOf(lines: readonly number[], { size, name, columns, target }: Fit): Place[] {
  const free = new Array<number>(columns).fill(0);
  const cell = Math.max(ROW.cell * size, target);
  return lines.map((count) => {
    const top = Math.min(...free);
    const column = free.indexOf(top);
    const height = ROW.head * size + ROW.name * name + count * cell + (count - 1) * ROW.between * size;
    free[column] = top + height + ROW.gap * size;
    return { column, top, height };
  });
}

/** Ratio between two text sizes. */
const STEP = 0.92;

function sizesOf({ largest, smallest }: Scale): number[] {
  const sizes = [];
  for (let size = largest; size > smallest; size *= STEP) sizes.push(size);
  return [...sizes, smallest];
}

function fitAt(size: number, room: Room, { name, target }: Scale, chosen: number): Fit {
  const columns = chosen > 0 ? chosen : Math.max(1, Math.floor((room.width / size + ROW.gap) / (ROW.least + ROW.gap)));
  const units = unitsIn(room.width / size, columns);
  // Names stay comfortably readable however full the screen is.
  return { size, name: Math.max(size, name), columns, units, target, room };
}

/** The same layout with rows that are as wide as the screen. */
function inOneColumn(fit: Fit): Fit {
  return { ...fit, columns: 1, units: unitsIn(fit.room.width / fit.size, 1) };
}

/** Width of a row's courses in units. */
function unitsIn(width: number, columns: number): number {
  const inside = (width + ROW.gap) / columns - ROW.gap - ROW.around;
  return Math.max(1, Math.floor((inside + ROW.between) / (ROW.unit + ROW.between)));
}

/** A page of the rows, the rows on other pages, and how the page is laid out. */
type PassPage = { shown: readonly PassRow[]; more: readonly PassRow[]; fit: Fit };

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

/**
 * Width of a course in units. It does not depend on time or on a claim, so that nothing moves when a course becomes
 * late or claimed.
 */
export function spanOf(ticket: Ticket): number {
  const badge = ticket.round > 1 ? 1 : 0;
  if (isOver(ticket)) return 5 + badge;
  return (isOnPass(ticket) ? 8 : 6) + badge;
}

/** More width makes a course no easier to read. */
const MAX_WIDER = 3;

/**
 * Width of each course in units. Room left in a line goes to ready courses, so that the waiter's name fits; without one,
 * to those that cook, whose state is a longer word once they are late.
 */
export function spansIn(shown: readonly Ticket[], units: number): number[] {
  return inLines(shown, units).flatMap((line) => {
    const spare = units - line.reduce((sum, { span }) => sum + span, 0);
    const open = line.filter(({ ticket }) => !isOver(ticket));
    const waiting = open.filter(({ ticket }) => isOnPass(ticket));
    const widened = waiting.length > 0 ? waiting : open;
    const wider = Math.min(MAX_WIDER, Math.floor(spare / Math.max(1, widened.length)));
    return line.map((each) => each.span + (widened.includes(each) ? wider : 0));
  });
}

/** Whether the course is served, closed or presumed served. */
function isOver(ticket: Ticket): boolean {
  return ticket.servedAt !== null || ticket.closedAt !== null || isPresumed(ticket);
}

/** Courses that a row shows at a given width in units. */
type Cells = {
  shown: Ticket[];
  /** Number of finished courses left out, from the first; they appear as dots. */
  folded: number;
  /** Number of lines of the remaining courses. */
  lines: number;
};

/** Leaves out finished courses, earliest first, until the others fit; open courses are never left out. */
export function cellsIn(courses: readonly Ticket[], units: number): Cells {
  const shown = [...courses];
  while (linesFor(shown, units) > 1) {
    const over = shown.findIndex(isOver);
    if (over < 0) break;
    shown.splice(over, 1);
  }
  return { shown, folded: courses.length - shown.length, lines: linesFor(shown, units) };
}

function linesFor(courses: readonly Ticket[], units: number): number {
  return Math.max(1, inLines(courses, units).length);
}

type Spanned = { ticket: Ticket; span: number };

/** Splits courses into lines in order; a course wider than a line gets its own. */
function inLines(courses: readonly Ticket[], units: number): Spanned[][] {
  const lines: Spanned[][] = [];
  let used = units;
  for (const ticket of courses) {
    const span = Math.min(spanOf(ticket), units);
    if (used + span > units) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push({ ticket, span });
    used += span;
  }
  return lines;
}

const HELD = { text: 16, largest: 24, smallest: 16, target: 56 };
/** Text grows while there is room. On a full pass it shrinks to the smallest size before the pass turns pages. */
const LARGEST_OF_TEXT = 2;
/** As on a wall (components/wall/wall.tsx): Archivo's capitals are slightly smaller than `textSize` assumes. */
const NAME_OF_TEXT = 1.06;
const MIN_OF_TEXT = 0.74;
const HANGS_FROM_PX = 1_600;
const USUAL_DIAGONAL = 27;

/** Returns the text limits for a page of this size (CSS pixels): by reading distance on a fixed screen. */
export function scaleOf(
  { width, height }: { width: number; height: number },
  { diagonal, distance, zoom }: Pick<PassOptions, 'diagonal' | 'distance' | 'zoom'>,
): Scale {
  const hangs = diagonal !== null || Math.max(width, height) >= HANGS_FROM_PX;
  const zoomed = 1 + zoom / 10;
  if (!hangs) {
    const [text, largest, smallest] = [HELD.text * zoomed, HELD.largest * zoomed, HELD.smallest * zoomed];
    return { text, name: text, least: 0, largest, smallest, target: HELD.target, hangs };
  }
  const inches = diagonal ?? USUAL_DIAGONAL;
  const text = textSize({ width, height, diagonal: inches, distance, zoom });
  const target = touchSize({ width, height, diagonal: inches });
  return {
    text,
    name: text * NAME_OF_TEXT,
    least: text * MIN_OF_TEXT,
    largest: text * LARGEST_OF_TEXT,
    smallest: text * MIN_OF_TEXT,
    target,
    hangs,
  };
}
