import { describe, expect, it } from 'vitest';
import { fitOf, inTypeOf, onPage, PAGE_MS, PLACE, pageAt, pagesFor } from './pickup-numbers';

const ROOM = { width: 700, height: 560 };
const heldBy = ({ columns, rows }: { columns: number; rows: number }) => columns * rows;

describe('the type', () => {
  it('grows when there are few, and is never so large that they do not fit', () => {
    const sizes = [60, 30, 12, 4, 1].map((count) => {
      const fit = fitOf(count, 3, ROOM, 10);
      expect(heldBy(fit)).toBeGreaterThanOrEqual(count);
      expect(fit.columns * fit.size * (3 * PLACE.digit + PLACE.around)).toBeLessThanOrEqual(ROOM.width);
      expect(fit.rows * fit.size * PLACE.height).toBeLessThanOrEqual(ROOM.height);
      return fit.size;
    });
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(5);
  });

  it('stays as it is with one more number, mostly', () => {
    const sizes = Array.from({ length: 60 }, (_, index) => fitOf(index + 1, 3, ROOM, 10).size);
    expect(new Set(sizes).size).toBeLessThan(15);
  });

  it('is smaller for longer numbers, and as large for fewer rows that are higher', () => {
    expect(fitOf(9, 5, ROOM, 10).size).toBeLessThan(fitOf(9, 2, ROOM, 10).size);
    expect(fitOf(2, 3, { width: 900, height: 200 }, 10)).toMatchObject({ columns: 2, rows: 1 });
    expect(fitOf(2, 3, { width: 200, height: 900 }, 10)).toMatchObject({ columns: 1, rows: 2 });
  });

  it('is at least what can be read from afar: then not all fit', () => {
    const fit = fitOf(60, 3, ROOM, 100);
    expect(fit.size).toBeGreaterThanOrEqual(100);
    expect(fit).toMatchObject({ columns: 3, rows: 4 });
  });

  it('has a place even where there is no room', () => {
    expect(fitOf(7, 10, { width: 100, height: 20 }, 60)).toMatchObject({ columns: 1, rows: 1 });
    expect(fitOf(0, 1, { width: 0, height: 0 }, 60)).toEqual({ columns: 1, rows: 1, size: 12 });
  });

  it('may be held back to that of others', () => {
    expect(inTypeOf({ columns: 2, rows: 3, size: 90 }, 60)).toEqual({ columns: 2, rows: 3, size: 60 });
    expect(inTypeOf({ columns: 2, rows: 3, size: 50 }, 60).size).toBe(50);
  });
});

describe('a page of numbers', () => {
  const items = ['a', 'b', 'c', 'd', 'e'];
  const pair = { columns: 2, rows: 1, size: 60 };

  it('is all of them where they fit', () => {
    const five = { columns: 5, rows: 1, size: 60 };
    expect([pagesFor(0, five), pagesFor(5, five), pagesFor(6, five)]).toEqual([1, 1, 2]);
    expect(onPage(items, five, 0)).toEqual(items);
  });

  it('is one of several where they do not, and none is missing', () => {
    expect(pagesFor(5, pair)).toBe(3);
    expect([0, 1, 2].map((page) => onPage(items, pair, page))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('begins with the first, turns slowly, and comes round', () => {
    const pages = [0, PAGE_MS - 1, PAGE_MS, 2 * PAGE_MS, 3 * PAGE_MS, -5_000].map((ms) => pageAt(3, 1_000, 1_000 + ms));
    expect(pages).toEqual([0, 0, 1, 2, 0, 0]);
    expect(pageAt(1, 0, 123_456)).toBe(0);
  });
});
