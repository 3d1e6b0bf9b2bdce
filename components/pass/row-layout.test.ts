import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { namedCourse } from '../../domain/testing/facts';
import { at, ready, ticket } from '../testing/tickets';
import type { PassRow } from './pass-rows';
import {
  coursesIn,
  doFit,
  fitOf,
  heldFit,
  linesIn,
  MORE_LINES,
  pageThatFits,
  placesOf,
  scaleOf,
  shownIn,
} from './row-layout';

const course = (number: number) =>
  namedCourse({ number, name: `Course ${number}`, abbreviation: `C${number}`, sequence: number });
const cooking = (number: number, overrides: Partial<Ticket> = {}) =>
  ticket({ id: `1-${number}-1`, course: course(number), ...overrides });
const served = (number: number) => ready(3, { course: course(number), servedAt: at(4), closedAt: at(4) });
const row = (key: number, ...courses: Ticket[]): PassRow => ({
  ...{ key: String(key), place: ticket(), party: null, earlier: [] },
  courses,
});
/** Parties of which each has two of four courses. */
const parties = (count: number) =>
  Array.from({ length: count }, (_, index) => row(index, served(1 + (index % 3)), cooking(2 + (index % 3))));

const PANEL = { width: 1920, height: 1080 };
const TABLET = { width: 800, height: 1280 };
const at2m = (diagonal: number) => scaleOf(PANEL, { diagonal, distance: 2, zoom: 0 });
/** Below the bar of a panel. */
const ROOM = { width: 1900, height: 1020 };
const keys = (rows: readonly PassRow[]) => rows.map(({ key }) => key);

describe('the type of a page', () => {
  it('fits the reading distance on a fixed panel, and the hand on a tablet', () => {
    expect(at2m(32)).toMatchObject({ hangs: true, target: 0 });
    expect(at2m(32).smallest).toBeCloseTo(46.4, 1);
    expect(at2m(32).largest / at2m(32).smallest).toBeCloseTo(1.6);
    expect(scaleOf(TABLET, { diagonal: null, distance: 2, zoom: 0 })).toEqual({
      ...{ smallest: 18, largest: 24, target: 56, hangs: false },
    });
  });

  it('follows the configured diagonal, distance and zoom', () => {
    expect(scaleOf(TABLET, { diagonal: 15, distance: 1, zoom: 0 }).hangs).toBe(true);
    expect(at2m(64).smallest).toBeCloseTo(at2m(32).smallest / 2);
    expect(scaleOf(PANEL, { diagonal: 32, distance: 4, zoom: 0 }).smallest).toBeCloseTo(at2m(32).smallest * 2);
    expect(scaleOf(TABLET, { diagonal: null, distance: 2, zoom: 5 })).toMatchObject({ smallest: 27, target: 56 });
  });
});

describe('a fixed pass', () => {
  it.each([
    [32, 20, 1],
    [43, 20, 1],
    [43, 30, 2],
    [55, 40, 2],
  ])('of %i inches has room for %i parties, in %i lists', (inches, count, lists) => {
    const rows = parties(count);
    const fit = fitOf(rows, ROOM, at2m(inches), 0, null);
    expect(fit.lists).toBe(lists);
    expect(fit.columns).toHaveLength(4);
    expect(doFit(linesIn(rows, fit), fit)).toBe(true);
    const places = placesOf(linesIn(rows, fit), fit);
    expect(Math.max(...places.map(({ top, height }) => top + height))).toBeLessThanOrEqual(ROOM.height + 1);
    // From the top of a list down, then from the top of the next one.
    const order = places.map(({ list, top }) => list * 10_000 + top);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('has larger type for fewer parties, which grows only with room to spare', () => {
    const sizeFor = (count: number, before: number | null) => fitOf(parties(count), ROOM, at2m(32), 0, before).size;
    const sizes = [3, 8, 12, 16, 20].map((count) => sizeFor(count, null));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes[0]).toBeGreaterThan(1.4 * at2m(32).smallest);
    const most = [...Array(30).keys()].findLast((count) => sizeFor(count + 1, null) > sizeFor(20, null)) ?? 0;
    expect(sizeFor(most + 1, sizeFor(20, null))).toBe(sizeFor(20, null));
  });

  it('uses the height of the screen, without rows as high as two', () => {
    const heights = (count: number) => {
      const fit = fitOf(parties(count), ROOM, at2m(32), 0, null);
      return placesOf(linesIn(parties(count), fit), fit).map(({ top, height }) => ({ end: top + height, height }));
    };
    expect(heights(20).at(-1)?.end).toBeGreaterThan(ROOM.height - 5);
    expect(heights(2)[0]?.height).toBeLessThan(at2m(32).largest * 2.1);
  });
});

describe('the columns', () => {
  it('are the courses of all parties, in the order in which they are served', () => {
    const rows = [row(1, cooking(3)), { ...row(2, cooking(1)), earlier: [{ ...course(2), sequence: 9 }] }];
    expect(coursesIn(rows).map(({ number }) => number)).toEqual([1, 3, 2]);
    const { columns } = fitOf(rows, ROOM, at2m(43), 0, null);
    expect(columns?.map(({ title, name }) => [title, name])).toEqual([
      ['Course 1', 'C1'],
      ['Course 3', 'C3'],
      ['Course 2', 'C2'],
    ]);
  });

  it('are shared where there are too many, and every open course has a line', () => {
    const feast = row(1, ...Array.from({ length: 12 }, (_, index) => cooking(index + 1)));
    const fit = fitOf([feast], ROOM, at2m(32), 0, null);
    const shown = fit.columns?.flatMap((column) => shownIn(feast, column).tickets) ?? [];
    expect(shown).toHaveLength(12);
    expect(fit.columns?.[0]).toMatchObject({ title: 'C1 C2 C3', name: null });
    expect(linesIn([feast], fit)).toEqual([Math.max(...(fit.columns ?? []).map(({ numbers }) => numbers.length))]);
  });

  it('have the open rounds of a course, or else what was over last, or that it was served earlier', () => {
    const column = { numbers: [3], title: 'Mains', name: 'MA' };
    const again = cooking(3, { id: '1-3-2', round: 2 });
    expect(shownIn(row(1, served(3), again), column).tickets).toEqual([again]);
    expect(shownIn(row(1, served(3)), column).tickets).toHaveLength(1);
    const before = { ...row(1, cooking(4)), earlier: [course(3)] };
    expect(shownIn(before, column)).toEqual({ tickets: [], isEarlier: true });
  });
});

describe('a handheld', () => {
  const held = scaleOf(TABLET, { diagonal: null, distance: 2, zoom: 0 });
  it('has columns where a line has room for them, and courses below the table elsewhere', () => {
    expect(heldFit(parties(3), { width: 780, height: 1100 }, held, 0).columns).toHaveLength(4);
    expect(heldFit(parties(3), { width: 380, height: 700 }, held, 0).columns).toBeNull();
    expect(heldFit(parties(3), { width: 1240, height: 700 }, held, 2)).toMatchObject({ columns: null, lists: 2 });
  });
});

describe('a page of more rows than fit', () => {
  const rows = parties(60);
  const fit = fitOf(rows, ROOM, at2m(32), 0, null);
  const pages = Array.from({ length: 60 }, (_, turned) => pageThatFits(rows, fit, turned, new Set()));

  it('fits, including the notice of the remaining rows', () => {
    for (const { shown, more } of pages) {
      expect(doFit([...linesIn(shown, fit), MORE_LINES], fit)).toBe(true);
      expect(keys([...shown, ...more]).sort()).toEqual(keys(rows).sort());
    }
  });

  it('is one of several that together show every row', () => {
    expect(new Set(pages.flatMap(({ shown }) => keys(shown))).size).toBe(rows.length);
    expect(pages[0]?.shown.length).toBe(19);
  });

  it('has rows in trouble wherever they are in the order, and keeps the order', () => {
    const { shown, more } = pageThatFits(rows, fit, 0, new Set(['58', '59']));
    expect(keys(shown).slice(-2)).toEqual(['58', '59']);
    expect(keys(shown)).toEqual(keys(rows).filter((key) => keys(shown).includes(key)));
    expect(keys(more)).not.toContain('59');
  });
});

it('a screen too small for a single row still shows one, and counts the others', () => {
  const rows = parties(3);
  const fit = { ...fitOf(rows, ROOM, at2m(32), 0, null), room: { width: 300, height: 10 } };
  const { shown, more } = pageThatFits(rows, fit, 1, new Set());
  expect([shown.length, more.length]).toEqual([1, 2]);
});
