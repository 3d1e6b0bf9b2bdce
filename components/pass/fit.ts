import type { Ticket } from '../../contract/live';
import { groupBy } from '../../lib/group';
import { cellsIn } from './cells';
import type { Scale } from './scale';

/** In CSS pixels. */
export type Room = { width: number; height: number };

/** How rows stand on a screen: in which type, names in theirs, in how many columns, each so many units of a course wide. */
export type Fit = { size: number; name: number; columns: number; units: number; target: number; room: Room };

/** Where a row stands: the column, and from where to where in it in CSS pixels. */
export type Place = { column: number; top: number; height: number };

/** A row in sizes of its plain text: the style sheet's own measures. */
export const ROW = {
  least: 18.2,
  around: 5.1,
  unit: 0.95,
  between: 0.25,
  head: 2.1,
  name: 1.2,
  cell: 2.9,
  gap: 0.35,
} as const;

/** One size after the other. */
const STEP = 0.92;

/**
 * The largest type in which rows with these courses fit, else the smallest. `columns` is what somebody chose, 0 for as
 * many as fit. Larger than `before` (the size until now, null for none) only where one more row in each column would fit
 * too: a table that comes and goes must not make everything grow and shrink.
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

/** In how many lines the courses of each row stand. */
export function linesIn(rows: readonly (readonly Ticket[])[], { units }: Fit): number[] {
  return rows.map((courses) => cellsIn(courses, units).lines);
}

/** Whether rows of so many lines each all stand on the screen. */
export function doFit(lines: readonly number[], fit: Fit): boolean {
  return placesOf(lines, fit).every(({ top, height }) => top + height <= fit.room.height);
}

/** Rows are never more than so much higher than their text needs. */
const MOST_STRETCH = 0.35;

/** The same places on a screen that hangs, each row higher by the same so that they use the screen's whole height. */
export function stretchedPlaces(lines: readonly number[], fit: Fit): Place[] {
  const places = placesOf(lines, fit);
  const columns = [...groupBy(places, ({ column }) => column).values()];
  const spare = columns.map((column) => {
    const last = column.at(-1);
    return last ? (fit.room.height - last.top - last.height) / column.length : 0;
  });
  const least = Math.min(...places.map(({ height }) => height));
  const extra = Math.max(0, Math.min(least * MOST_STRETCH, ...spare));
  return places.map((place) => {
    const above = places.filter(({ column, top }) => column === place.column && top < place.top).length;
    return { ...place, top: place.top + above * extra, height: place.height + extra };
  });
}

/** Where rows of so many lines each stand: each in the column that is free highest up, from left to right. */
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
  const width = room.width / size;
  const columns = chosen > 0 ? chosen : Math.max(1, Math.floor((width + ROW.gap) / (ROW.least + ROW.gap)));
  const inside = (width + ROW.gap) / columns - ROW.gap - ROW.around;
  const units = Math.max(1, Math.floor((inside + ROW.between) / (ROW.unit + ROW.between)));
  // However full a screen is, names are read with ease.
  return { size, name: Math.max(size, name), columns, units, target, room };
}
