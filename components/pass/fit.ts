import type { Ticket } from '../../contract/live';
import { groupBy } from '../../lib/group';
import { cellsIn } from './cells';
import type { Scale } from './scale';

/** In CSS pixels. */
export type Room = { width: number; height: number };

/**
 * Layout of the rows of a pass on a screen: text size, name size, columns, the width of a column in course units, and
 * the smallest side of a touch target.
 */
export type Fit = { size: number; name: number; columns: number; units: number; target: number; room: Room };

/** Position of a row: its column, and its top and height in CSS pixels. */
export type Place = { column: number; top: number; height: number };

/** Lengths in multiples of a row's text size. The classes of row.tsx and cell.tsx result in the same. */
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

/** Ratio between two text sizes. */
const STEP = 0.92;

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
export function inOneColumn(fit: Fit): Fit {
  return { ...fit, columns: 1, units: unitsIn(fit.room.width / fit.size, 1) };
}

/** Width of a row's courses in units. */
function unitsIn(width: number, columns: number): number {
  const inside = (width + ROW.gap) / columns - ROW.gap - ROW.around;
  return Math.max(1, Math.floor((inside + ROW.between) / (ROW.unit + ROW.between)));
}
