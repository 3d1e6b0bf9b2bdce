import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DENSE_HEIGHT, gridOf, textSize, touchSize, type Viewing } from './type-scale';

const seen = (words: Partial<Viewing> = {}): Viewing => ({
  width: 1920,
  height: 1080,
  diagonal: 32,
  distance: 2,
  zoom: 0,
  ...words,
});

it.each([
  { diagonal: 21.5, size: 65 },
  { diagonal: 32, size: 44 },
  { diagonal: 43, size: 33 },
])('is $size px on $diagonal inches, 1920 px wide, at 2 m', ({ diagonal, size }) => {
  expect(Math.round(textSize(seen({ diagonal })))).toBe(size);
});

it('grows with the distance and the pixels, so that what reaches the eye stays the same', () => {
  expect(textSize(seen({ distance: 3 }))).toBeCloseTo(textSize(seen()) * 1.5);
  expect(textSize(seen({ width: 3840, height: 2160 }))).toBeCloseTo(textSize(seen()) * 2);
});

it('steps by tenths on top, and never below what can be read at all', () => {
  expect(textSize(seen({ zoom: 5 }))).toBeCloseTo(textSize(seen()) * 1.5);
  expect(textSize(seen({ zoom: -3 }))).toBeCloseTo(textSize(seen()) * 0.7);
  expect(textSize(seen({ distance: 0.3, zoom: -5 }))).toBe(14);
});

describe('what is touched', () => {
  it.each([
    { diagonal: 21.5, px: 81 },
    { diagonal: 32, px: 54 },
    { diagonal: 43, px: 48 },
  ])('is 20 mm on a wall of $diagonal inches, and never under 48 px: $px px', ({ diagonal, px }) => {
    expect(Math.round(touchSize(seen({ diagonal })))).toBe(px);
  });

  it('is that of a hand on what is held', () => {
    expect(touchSize(seen({ width: 800, height: 1280, diagonal: 10.1 }))).toBe(48);
  });

  it('takes its room from the bar: no card is lower than its text needs, however near one stands', () => {
    const viewing = fc.record({
      width: fc.integer({ min: 600, max: 3840 }),
      height: fc.integer({ min: 400, max: 2160 }),
      diagonal: fc.integer({ min: 15, max: 60 }),
      distance: fc.double({ min: 0.3, max: 4, noNaN: true }),
      zoom: fc.integer({ min: -5, max: 10 }),
    });
    fc.assert(
      fc.property(viewing, (each) => {
        const room = each.height - touchSize(each);
        for (const inLanes of [false, true]) {
          const { rows } = gridOf(each, 0, true, inLanes);
          expect(rows === 1 || rows * DENSE_HEIGHT * textSize(each) <= room).toBe(true);
        }
      }),
    );
  });
});

describe('the grid', () => {
  it('has as many columns as fit the type', () => {
    const columns = (diagonal: number) => gridOf(seen({ diagonal }), 0, false).columns;
    expect(columns(21.5)).toBeLessThan(columns(32));
    expect(columns(32)).toBeLessThan(columns(43));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('has %d columns where somebody chose so', (columns) => {
    expect(gridOf(seen(), columns, false).columns).toBe(columns);
  });

  it('has ten columns at most by itself', () => {
    expect(gridOf(seen({ width: 7680, height: 4320, distance: 0.5 }), 0, false).columns).toBe(10);
  });

  it('has a place on the smallest screen too', () => {
    expect(gridOf(seen({ width: 200, height: 100 }), 0, false)).toEqual({ columns: 1, rows: 1 });
  });

  it('has at least as many rows when its cards are dense', () => {
    for (const diagonal of [10, 21.5, 32, 43, 55])
      expect(gridOf(seen({ diagonal }), 0, true).rows).toBeGreaterThanOrEqual(
        gridOf(seen({ diagonal }), 0, false).rows,
      );
  });

  it('has a row less in lanes where their titles take the room of one', () => {
    expect(gridOf(seen({ height: 1060 }), 0, true).rows).toBe(3);
    expect(gridOf(seen({ height: 1060 }), 0, true, true).rows).toBe(2);
  });

  it('fits a portrait screen', () => {
    const portrait = gridOf(seen({ width: 1080, height: 1920, diagonal: 43 }), 0, false);
    const landscape = gridOf(seen({ diagonal: 43 }), 0, false);
    expect(portrait.columns).toBeLessThan(landscape.columns);
    expect(portrait.rows).toBeGreaterThan(landscape.rows);
  });
});
