import type { Ticket } from '../../contract/live';
import { textSize } from '../wall/type-scale';
import { isOver } from './course-state';
import type { PassOptions } from './pass-options';
import type { PassRow, RowCourse } from './pass-rows';

/** In CSS pixels. */
export type Room = { width: number; height: number };

/** Limits of the type of a pass; CSS pixels. */
export type Scale = {
  /** Smallest type of tables and timers, and the largest: capitals of 20 and 32 arc-minutes on a fixed screen. */
  smallest: number;
  largest: number;
  /** Smallest side of a touch target on a handheld; 0 on a fixed screen, whose rows are as high as their text. */
  target: number;
  /** Whether the screen is fixed over the pass: then nothing scrolls. */
  hangs: boolean;
};

/** Other text as a share of the type of tables and timers: 14 arc-minutes of 20. */
export const LEAST = 0.7;

/** A column of all rows: the numbers of its courses, and how its title names them. */
export type Column = { numbers: readonly number[]; title: string; name: string | null };

/**
 * How the rows of a pass are laid out: the size of tables and timers, and how many lists of rows stand beside each other.
 * `columns` is null where a line has no room for them: then each row has its courses below it.
 */
export type Fit = { size: number; lists: number; columns: readonly Column[] | null; room: Room };

/** Lengths in multiples of the size. The classes of pass-board.tsx and cell.tsx result in the same. */
export const ROW = {
  /** Least width of the table with its guests, of a course, of one with its name, and of what holds a table up. */
  head: 4.4,
  cell: 4.2,
  namedCell: 5.5,
  why: 5,
  /** Between two lists. */
  between: 0.6,
  /** Height of a line of a row, of the titles above the rows, and of the gap below a row. */
  line: 1.02,
  titles: 0.84,
  gap: 0.03,
} as const;

/** Rows of few courses do not become higher than this, in multiples of their least height. */
const MAX_STRETCH = 2;

/**
 * Returns the layout with the largest type in which all rows fit, or else the smallest. `chosen` is the number of lists,
 * 0 for as many as are needed. The type grows beyond `before` (the current size, null for none) only if one more row per
 * list would fit as well, so that a single table does not make it grow and shrink.
 */
export function fitOf(rows: readonly PassRow[], room: Room, scale: Scale, chosen: number, before: number | null): Fit {
  const courses = coursesIn(rows);
  for (const size of sizesOf(scale))
    for (let lists = chosen || 1; hasRoom(courses.length, lists, size, room); lists += 1) {
      const fit = fitAt(courses, size, lists, room);
      const spare = before !== null && size > before ? new Array<number>(lists).fill(1) : [];
      if (doFit([...linesIn(rows, fit), ...spare], fit)) return fit;
      if (chosen) break;
    }
  let lists = chosen || 1;
  while (!chosen && hasRoom(courses.length, lists + 1, scale.smallest, room)) lists += 1;
  return fitAt(courses, scale.smallest, lists, room);
}

/** The layout on a handheld, whose rows scroll: as large as its width allows, with the courses below where it is narrow. */
export function heldFit(rows: readonly PassRow[], room: Room, { largest, smallest }: Scale, lists: number): Fit {
  const courses = coursesIn(rows);
  const size = Math.min(largest, room.width / widthOf(courses.length));
  if (size < smallest || lists > 1) return { size: largest, lists: lists || 1, columns: null, room };
  return fitAt(courses, size, 1, room);
}

const STEP = 0.94;

function sizesOf({ largest, smallest }: Scale): number[] {
  const sizes = [];
  for (let size = largest; size > smallest; size *= STEP) sizes.push(size);
  return [...sizes, smallest];
}

/** Least width of a row with a column for each of so many courses, in multiples of the size. */
function widthOf(courses: number): number {
  return ROW.head + courses * ROW.cell + ROW.why;
}

function listWidth({ width }: Room, lists: number, size: number): number {
  return (width / size + ROW.between) / lists - ROW.between;
}

function hasRoom(courses: number, lists: number, size: number, room: Room): boolean {
  return listWidth(room, lists, size) >= widthOf(courses);
}

function fitAt(courses: readonly RowCourse[], size: number, lists: number, room: Room): Fit {
  const inside = listWidth(room, lists, size) - ROW.head - ROW.why;
  const most = Math.max(1, Math.floor(inside / ROW.cell));
  const columns = columnsOf(courses, courses.length <= most ? most : Math.max(1, Math.floor(inside / ROW.namedCell)));
  return { size, lists, columns, room };
}

/** All courses of the rows, in the order in which they are served. */
export function coursesIn(rows: readonly PassRow[]): RowCourse[] {
  const known = new Map<number, RowCourse>();
  for (const { courses, earlier } of rows)
    for (const course of [...earlier, ...courses.map((ticket) => ticket.course)])
      if (!known.has(course.number)) known.set(course.number, course);
  return [...known.values()].sort((a, b) => (a.sequence ?? a.number) - (b.sequence ?? b.number) || a.number - b.number);
}

/** A column for each course; where that is too many, courses that follow each other share one. */
function columnsOf(courses: readonly RowCourse[], most: number): Column[] {
  const count = Math.min(most, courses.length);
  const shared = Array.from({ length: count }, (): RowCourse[] => []);
  for (const [index, course] of courses.entries()) shared[Math.floor((index * count) / courses.length)]?.push(course);
  return shared.map((of) => ({
    numbers: of.map(({ number }) => number),
    title: of
      .map(({ abbreviation, name, number }) => (of.length === 1 && name) || abbreviation || String(number))
      .join(' '),
    name: of.length === 1 ? (of[0]?.abbreviation ?? null) : null,
  }));
}

/** What a row shows in one column. */
export type Shown = {
  /** The courses that are not over, or else the one that was over last. */
  tickets: readonly Ticket[];
  /** Whether there is nothing but a course that was served before those that the board has. */
  isEarlier: boolean;
};

export function shownIn({ courses, earlier }: PassRow, { numbers }: Column): Shown {
  const all = courses.filter(({ course }) => numbers.includes(course.number));
  const open = all.filter((ticket) => !isOver(ticket));
  return {
    tickets: open.length > 0 ? open : all.slice(-1),
    isEarlier: all.length === 0 && earlier.some(({ number }) => numbers.includes(number)),
  };
}

/** Number of lines of each row: as many as its fullest column has courses. */
export function linesIn(rows: readonly PassRow[], { columns }: Fit): number[] {
  return rows.map((row) => Math.max(1, ...(columns ?? []).map((column) => shownIn(row, column).tickets.length)));
}

/** Place of a row: its list, and its top and height in CSS pixels. */
export type Place = { list: number; top: number; height: number };

const heightOf = (lines: number, size: number) => lines * ROW.line * size + ROW.gap * size;

/** Whether rows with these line counts all fit below the titles. */
export function doFit(lines: readonly number[], fit: Fit): boolean {
  return listsOf(lines, fit) !== null;
}

/** The list of each row, from the first list down; null if they do not fit. The lists are about equally long. */
function listsOf(lines: readonly number[], { size, lists, room }: Fit): number[] | null {
  const heights = lines.map((count) => heightOf(count, size));
  const most = room.height - ROW.titles * size;
  const all = heights.reduce((sum, height) => sum + height, 0);
  for (let limit = Math.ceil(all / lists); limit < most + size; limit += size / 4) {
    const placed = fillTo(heights, Math.min(limit, most));
    if ((placed.at(-1) ?? 0) < lists) return placed;
  }
  return null;
}

/** The list of each row when a new one begins at this height; a row that is too high for any is in a list of its own. */
function fillTo(heights: readonly number[], limit: number): number[] {
  let [list, used] = [0, 0];
  return heights.map((height) => {
    if (used + height > limit) [list, used] = [list + 1, 0];
    used += height;
    return list;
  });
}

/** The places of rows with these line counts, stretched by one factor to use the height of the screen. */
export function placesOf(lines: readonly number[], fit: Fit): Place[] {
  const { size, room } = fit;
  const list = listsOf(lines, fit) ?? lines.map(() => 0);
  const free = new Array<number>(fit.lists).fill(0);
  const fullest = Math.max(
    ...free.map((_, index) =>
      lines.reduce((sum, count, row) => (list[row] === index ? sum + heightOf(count, size) : sum), 0),
    ),
  );
  const stretch = Math.min(MAX_STRETCH, (room.height - ROW.titles * size) / fullest);
  return lines.map((count, row) => {
    const of = list[row] ?? 0;
    const height = heightOf(count, size) * stretch;
    const top = ROW.titles * size + (free[of] ?? 0);
    free[of] = (free[of] ?? 0) + height;
    return { list: of, top, height: height - ROW.gap * size };
  });
}

/** A page of the rows, and the rows on other pages. */
type PassPage = { shown: readonly PassRow[]; more: readonly PassRow[] };

/** Lines reserved for the notice of rows on other pages. */
export const MORE_LINES = 1;

/**
 * Returns one page of the rows if not all fit, with as many rows as fit, in their order. Rows in trouble (by their keys)
 * are on every page, but take at most half of it, so that the others get their turn.
 */
export function pageThatFits(
  rows: readonly PassRow[],
  fit: Fit,
  turned: number,
  inTrouble: ReadonlySet<string>,
): PassPage {
  const all = linesIn(rows, fit);
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
  const chosen = fits([...pinned, ...own]) ? [...pinned, ...own] : own;
  return { shown: rows.filter((row) => chosen.includes(row)), more: rows.filter((row) => !chosen.includes(row)) };
}

const HELD = { largest: 24, smallest: 18, target: 56 };
/** Type grows while there is room, from 20 to 32 arc-minutes. */
const LARGEST_OF_SMALLEST = 1.6;
/** As on a wall (components/wall/wall-layout.ts): Archivo's capitals are slightly smaller than `textSize` assumes. */
const MAIN_OF_TEXT = 1.06;
const HANGS_FROM_PX = 1_600;
const USUAL_DIAGONAL = 27;

/** Returns the type limits for a page of this size (CSS pixels): by reading distance on a fixed screen. */
export function scaleOf(
  { width, height }: { width: number; height: number },
  { diagonal, distance, zoom }: Pick<PassOptions, 'diagonal' | 'distance' | 'zoom'>,
): Scale {
  const hangs = diagonal !== null || Math.max(width, height) >= HANGS_FROM_PX;
  if (!hangs) {
    const zoomed = 1 + zoom / 10;
    return { smallest: HELD.smallest * zoomed, largest: HELD.largest * zoomed, target: HELD.target, hangs };
  }
  const smallest = MAIN_OF_TEXT * textSize({ width, height, diagonal: diagonal ?? USUAL_DIAGONAL, distance, zoom });
  return { smallest, largest: smallest * LARGEST_OF_SMALLEST, target: 0, hangs };
}
