import type { Ticket } from '../../domain/live-contract';
import { textSize } from '../wall/type-scale';
import { cellsIn } from './cells';

/** In CSS pixels. */
export type Room = { width: number; height: number };

/** Between which sizes of plain text a pass may choose, and the least side of what is touched; CSS pixels. */
export type Scale = { largest: number; smallest: number; target: number; hangs: boolean };

/** How the rows stand. `units` are those in which a row's courses are measured, `places` how many rows surely fit. */
export type Fit = { size: number; columns: number; units: number; places: number };

/** A row in sizes of its plain text: the style sheet's own measures. */
export const ROW = { least: 22, around: 5.7, unit: 1.55, between: 0.25, head: 2.1, cell: 2.9, gap: 0.35 } as const;

const HELD: Pick<Scale, 'largest' | 'smallest' | 'target'> = { largest: 24, smallest: 16, target: 56 };
/** Of what can be read with ease: table numbers and timers are twice as large, and still are. */
const SMALLEST_OF_LARGEST = 0.44;
const HANGS_FROM_PX = 1_600;
const USUAL_DIAGONAL = 27;
const TOUCH_MM = 20;
const MM_PER_INCH = 25.4;
const STEP = 0.92;

type Viewing = { diagonal: number | null; distance: number; zoom: number };

/** What the type of a page of this size may be: one that hangs is read from afar, any other is held in the hand. */
export function scaleOf(page: Room, { diagonal, distance, zoom }: Viewing): Scale {
  const hangs = diagonal !== null || Math.max(page.width, page.height) >= HANGS_FROM_PX;
  const zoomed = 1 + zoom / 10;
  if (!hangs) return { ...HELD, largest: HELD.largest * zoomed, smallest: HELD.smallest * zoomed, hangs };
  const inches = diagonal ?? USUAL_DIAGONAL;
  const largest = textSize({ ...page, diagonal: inches, distance, zoom });
  const target = (TOUCH_MM * Math.hypot(page.width, page.height)) / (inches * MM_PER_INCH);
  return { largest, smallest: largest * SMALLEST_OF_LARGEST, target, hangs };
}

/**
 * The largest type in which all rows fit, else the smallest. `columns` is what somebody chose, 0 for as many as fit.
 * Larger than `before` (the size until now, null for none) only where one more line of rows would fit too: a table that
 * comes and goes must not make everything grow and shrink.
 */
export function fitOf(
  rows: readonly (readonly Ticket[])[],
  room: Room,
  scale: Scale,
  columns: number,
  before: number | null,
): Fit {
  const fits = sizesOf(scale).map((size) => gridAt(size, room, columns));
  const fitting = fits.find(
    (grid) =>
      heightOf(rows, grid, scale) + (before !== null && grid.size > before ? rowHeight(1, grid, scale) : 0) <=
      room.height,
  );
  const grid = fitting ?? (fits.at(-1) as Grid);
  return { ...grid, places: fitting ? rows.length : placesIn(rows, room, grid, scale) };
}

type Grid = Omit<Fit, 'places'>;

function sizesOf({ largest, smallest }: Scale): number[] {
  const sizes = [];
  for (let size = largest; size > smallest; size *= STEP) sizes.push(size);
  return [...sizes, smallest];
}

function gridAt(size: number, room: Room, chosen: number): Grid {
  const width = room.width / size;
  const columns = chosen > 0 ? chosen : Math.max(1, Math.floor((width + ROW.gap) / (ROW.least + ROW.gap)));
  const inside = (width + ROW.gap) / columns - ROW.gap - ROW.around;
  return { size, columns, units: Math.max(1, Math.floor((inside + ROW.between) / (ROW.unit + ROW.between))) };
}

/** Of a row whose courses stand in so many lines, with what is between it and the next. */
function rowHeight(lines: number, { size }: Grid, { target }: Scale): number {
  const cell = Math.max(ROW.cell * size, target) + ROW.between * size;
  return (ROW.head + ROW.gap) * size + lines * cell;
}

/** Beside each other they are all as high as the highest. */
function heightOf(rows: readonly (readonly Ticket[])[], grid: Grid, scale: Scale): number {
  let height = 0;
  for (let at = 0; at < rows.length; at += grid.columns) {
    const lines = rows.slice(at, at + grid.columns).map((courses) => cellsIn(courses, grid.units).lines);
    height += rowHeight(Math.max(...lines), grid, scale);
  }
  return height;
}

/** How many of them fit whichever they are and however they stand: at least one. */
function placesIn(rows: readonly (readonly Ticket[])[], room: Room, grid: Grid, scale: Scale): number {
  const lines = rows.map((courses) => cellsIn(courses, grid.units).lines).sort((a, b) => b - a);
  let height = 0;
  let across = 0;
  // At worst the highest ones stand below each other.
  while (across * grid.columns < rows.length) {
    height += rowHeight(lines[across] ?? 1, grid, scale);
    if (height > room.height) break;
    across += 1;
  }
  return Math.min(rows.length, Math.max(1, across * grid.columns));
}
