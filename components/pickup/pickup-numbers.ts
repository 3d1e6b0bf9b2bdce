import { PRACTICE_ORDER_KEYS, TEST_ORDER_KEY, TEST_TABLE } from '../../contract/constants';
import type { Ticket } from '../../contract/live';
import { groupBy } from '../../lib/collections';
import { isDue } from '../ticket/ticket-state';

/** How long a new number is highlighted. */
export const FRESH_MS = 20_000;

/** An order as guests see it: its number and nothing else. */
export type PickupNumber = {
  /** The key of the order: numbers repeat after a day. */
  order: string;
  number: number;
  /** The ticket of the order that changed last. */
  ticket: string;
  /** When the order reached its present state: epoch ms, POS time. */
  since: number;
};

export type ReadyNumber = PickupNumber & {
  /** It became ready a few seconds ago and is highlighted. */
  isFresh: boolean;
};

export type Arranged = {
  /** Sorted by the start of preparation. */
  preparing: PickupNumber[];
  /** Newest first. */
  ready: ReadyNumber[];
};

/**
 * Returns the counter's orders as guests see them at `now` (epoch ms, POS time). An order has one number for all of its
 * courses:
 *
 * - It is preparing while one of its courses cooks. It is ready when none cooks and one waits to be collected. Courses
 *   that have not started are ignored.
 * - It became ready when the last of its waiting courses did. A course that starts later does not change it back: the
 *   number was called, and the guest is on the way.
 * - A number leaves `clearMs` after it became ready, or at once when all of its courses are served, handed over or
 *   closed. A course that still cooks then moves it back to the orders in preparation.
 *
 * Courses that are presumed served are ignored. Orders without a number cannot be called and are left out, and so are
 * orders of tables.
 */
export function arrange(tickets: Iterable<Ticket>, clearMs: number, now: number): Arranged {
  const preparing: PickupNumber[] = [];
  const ready: ReadyNumber[] = [];
  const open = [...tickets].filter((ticket) => ticket.orderKind === 'cafeteria' && isDue(ticket));
  for (const [order, courses] of groupBy(open, orderOf)) {
    const last = courses.reduce((newest, each) => (each.version > newest.version ? each : newest));
    const number = last.ticketNumber ?? last.orderNumber;
    if (number === null) continue;
    const named = { order, number, ticket: last.id };
    const begun = courses.filter(({ readyAt }) => readyAt === null).flatMap(({ startedAt }) => instants(startedAt));
    const readyAt = Math.max(...courses.flatMap((course) => instants(course.readyAt)));
    const isAwaited = begun.some((startedAt) => startedAt <= readyAt);
    if (!isAwaited && now - readyAt < clearMs)
      ready.push({ ...named, since: readyAt, isFresh: now - readyAt < FRESH_MS });
    else if (begun.length > 0) preparing.push({ ...named, since: Math.min(...begun) });
  }
  return {
    preparing: preparing.sort((a, b) => a.since - b.since || a.number - b.number),
    ready: ready.sort((a, b) => b.since - a.since || b.number - a.number),
  };
}

/** A number as the board shows and calls it: that of a test or a practice says so. */
export function numberText({ order, number }: Pick<PickupNumber, 'order' | 'number'>): string {
  const key = Number(order);
  if (key === TEST_ORDER_KEY) return TEST_TABLE;
  return key >= PRACTICE_ORDER_KEYS ? `P${number}` : String(number);
}

/** A ticket's id is `<order key>-<course>-<round>`. */
function orderOf({ id }: Ticket): string {
  return id.slice(0, id.indexOf('-'));
}

function instants(text: string | null): number[] {
  return text === null ? [] : [Date.parse(text)];
}

/** Space on a screen, in CSS pixels. */
type Room = { width: number; height: number };

/** Layout of numbers: `size` is their font size in whole CSS pixels. */
export type Fit = { columns: number; rows: number; size: number };

/** Width and height of a number's cell, in em; the classes of a number's cell (pickup-screen.tsx) use the same. */
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

/** Number of pages, at least 1. */
export function pagesFor(count: number, { columns, rows }: Fit): number {
  return Math.max(1, Math.ceil(count / (columns * rows)));
}

/** How long a page of numbers is shown, in ms. */
export const PAGE_MS = 10_000;

/** Page that is shown at `now`; page 0 starts at `since`. Both epoch ms. */
export function pageAt(pages: number, since: number, now: number): number {
  return Math.floor(Math.max(0, now - since) / PAGE_MS) % pages;
}

export function onPage<Item>(items: readonly Item[], { columns, rows }: Fit, page: number): readonly Item[] {
  const places = columns * rows;
  return items.slice(page * places, (page + 1) * places);
}
