/** Space on a screen, in CSS pixels. */
export type Room = { width: number; height: number };

/** Layout of numbers: `size` is their font size in whole CSS pixels. */
export type Fit = { columns: number; rows: number; size: number };

/** Width and height of a number's cell, in em; the classes of a number's cell (half.tsx) use the same. */
export const PLACE = { digit: 0.51, around: 0.5, height: 1.14 } as const;

/** Counts of cells to lay out for, so that one more number rarely changes the font size. */
const STEPS = [1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 49, 56, 64];
const SMALLEST_PX = 12;

/**
 * Returns the largest font size at which `count` numbers of at most `digits` digits fit the space. It is never smaller
 * than `least` (px), even if fewer numbers fit then.
 */
export function fitOf(count: number, digits: number, room: Room, least: number): Fit {
  const wide = digits * PLACE.digit + PLACE.around;
  const sizeOf = (columns: number, rows: number) =>
    Math.floor(Math.min(room.width / columns / wide, room.height / rows / PLACE.height));
  const places = STEPS.find((step) => step >= count) ?? count;
  let best: Fit = { columns: 1, rows: places, size: sizeOf(1, places) };
  for (let columns = 2; columns <= places; columns += 1) {
    const rows = Math.ceil(places / columns);
    const size = sizeOf(columns, rows);
    if (size > best.size) best = { columns, rows, size };
  }
  if (best.size >= least) return best;
  const columns = Math.max(1, Math.floor(room.width / (wide * least)));
  const rows = Math.max(1, Math.floor(room.height / (PLACE.height * least)));
  return { columns, rows, size: Math.max(SMALLEST_PX, sizeOf(columns, rows)) };
}

/** Limits a layout to a font size of `size`. */
export function inTypeOf(fit: Fit, size: number): Fit {
  return fit.size > size ? { ...fit, size } : fit;
}

/** How long a page of numbers is shown, in ms. */
export const PAGE_MS = 10_000;

/** Number of pages, at least 1. */
export function pagesFor(count: number, { columns, rows }: Fit): number {
  return Math.max(1, Math.ceil(count / (columns * rows)));
}

/** Page that is shown at `now`; page 0 starts at `since`. Both epoch ms. */
export function pageAt(pages: number, since: number, now: number): number {
  return Math.floor(Math.max(0, now - since) / PAGE_MS) % pages;
}

export function onPage<Item>(items: readonly Item[], { columns, rows }: Fit, page: number): readonly Item[] {
  const places = columns * rows;
  return items.slice(page * places, (page + 1) * places);
}
