/** Room on a screen, in CSS pixels. */
export type Room = { width: number; height: number };

/** How numbers stand in a room: `size` is that of their type, in whole CSS pixels. */
export type Fit = { columns: number; rows: number; size: number };

/** How wide and high the place of a number is, in sizes of its type: the style sheet's own widths. */
export const PLACE = { digit: 0.51, around: 0.5, height: 1.14 } as const;

/** So many places are made room for: with one more number the type mostly stays as it is. */
const STEPS = [1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 49, 56, 64];
const SMALLEST_PX = 12;

/**
 * The largest type in which so many numbers of at most so many digits fit a room, but none that is smaller than `least`
 * (px): then as many as fit in that.
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

/** The same in type of at most `size`. */
export function inTypeOf(fit: Fit, size: number): Fit {
  return fit.size > size ? { ...fit, size } : fit;
}

/** So long a page of numbers stands. */
export const PAGE_MS = 10_000;

/** On how many pages so many numbers are; an empty one is a page too. */
export function pagesFor(count: number, { columns, rows }: Fit): number {
  return Math.max(1, Math.ceil(count / (columns * rows)));
}

/** Which of the pages is shown at `now`: 0 from `since` on, then each for a while. Both epoch ms. */
export function pageAt(pages: number, since: number, now: number): number {
  return Math.floor(Math.max(0, now - since) / PAGE_MS) % pages;
}

export function onPage<Item>(items: readonly Item[], { columns, rows }: Fit, page: number): readonly Item[] {
  const places = columns * rows;
  return items.slice(page * places, (page + 1) * places);
}
