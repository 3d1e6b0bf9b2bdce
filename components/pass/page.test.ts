import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { ready, ticket } from '../testing/tickets';
import type { PassRow } from './pass-rows';
import { doFit, fitOf, linesIn, MORE_LINES, pageThatFits, scaleOf } from './row-layout';

const PANEL = { width: 1920, height: 1080 };
const panel = scaleOf(PANEL, { diagonal: 27, distance: 1.75, zoom: 0 });
const room = { width: 1870, height: 800 };
const high = Array.from({ length: 2 }, () => ready(3));

/** Builds this many tables; every seventh has far more courses than fit in a line. */
function tables(count: number): PassRow[] {
  return Array.from({ length: count }, (_, index) => {
    const courses: Ticket[] = index % 7 === 0 ? high : [ticket()];
    return { key: `${index}/1`, place: ticket(), party: null, courses, earlier: 0 };
  });
}
const fitFor = (rows: readonly PassRow[]) =>
  fitOf(
    rows.map(({ courses }) => courses),
    room,
    panel,
    0,
    null,
  );
const keys = (rows: readonly PassRow[]) => rows.map(({ key }) => key);

describe('a page of more rows than fit', () => {
  const rows = tables(60);
  const fit = fitFor(rows);
  const pages = Array.from({ length: 60 }, (_, turned) => pageThatFits(rows, fit, turned, new Set()));

  it('fits, including the notice of the remaining rows', () => {
    for (const { shown, more } of pages) {
      const lines = linesIn(
        shown.map(({ courses }) => courses),
        fit,
      );
      expect(doFit([...lines, MORE_LINES], fit)).toBe(true);
      expect(keys([...shown, ...more]).sort()).toEqual(keys(rows).sort());
    }
  });

  it('is one of several that together show every row', () => {
    expect(new Set(pages.flatMap(({ shown }) => keys(shown))).size).toBe(rows.length);
    expect(pages[0]?.shown.length).toBeGreaterThan(4);
  });

  it('starts with rows in trouble, wherever they are in the order', () => {
    const { shown, more } = pageThatFits(rows, fit, 0, new Set(['58/1', '59/1']));
    expect(keys(shown).slice(0, 2)).toEqual(['58/1', '59/1']);
    expect(keys(more)).not.toContain('59/1');
  });
});

describe('a party with far more courses than the others', () => {
  const feast: PassRow = {
    ...{ key: 'feast', place: ticket(), party: null, earlier: 0 },
    courses: [...Array.from({ length: 4 }, () => ready(3)), ...Array.from({ length: 10 }, () => ticket())],
  };
  const rows = tables(42).toSpliced(20, 0, feast);
  const pages = Array.from({ length: 42 }, (_, turned) => pageThatFits(rows, fitFor(rows), turned, new Set(['feast'])));

  it('leaves as many rows on the other pages as fit', () => {
    expect(new Set(pages.map(({ shown }) => keys(shown).join())).size).toBeLessThan(10);
    expect(new Set(pages.flatMap(({ shown }) => keys(shown)))).toEqual(new Set(keys(rows)));
  });

  it('has every course on its page, in a row as wide as the screen', () => {
    const alone = pageThatFits([feast], fitFor([feast]), 0, new Set());
    for (const { shown, fit } of [alone, ...pages.filter((page) => page.shown.includes(feast))]) {
      expect(keys(shown)).toEqual(['feast']);
      const lines = linesIn([feast.courses], fit);
      expect(doFit([...lines, MORE_LINES], fit)).toBe(true);
    }
  });
});

it('a screen too small for a single row still shows one, and counts the others', () => {
  const rows = tables(3);
  const fit = { ...fitFor(rows), room: { width: 300, height: 10 } };
  const { shown, more } = pageThatFits(rows, fit, 1, new Set());
  expect([shown.length, more.length]).toEqual([1, 2]);
});
