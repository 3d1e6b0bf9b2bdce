import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { touchSize, usualDistance, type Viewing } from './type-scale';
import { canStay, type Layout, layoutOf } from './wall-layout';

const FREE = { columns: 0, density: 'roomy' } as const;
const across = { width: 1920, height: 1080 };
const upright = { width: 1080, height: 1920 };

const wall = (diagonal: number, screen = across): Viewing => ({
  ...screen,
  diagonal,
  distance: usualDistance(diagonal),
  zoom: 0,
});
const placesOf = ({ columns, rows }: Layout) => columns.reduce((sum, each) => sum + each, 0) * rows;
const shape = ({ look, columns, rows }: Layout) => `${look} ${columns.join('|')} × ${rows}`;
const on = (viewing: Viewing, count: number) => layoutOf(viewing, FREE, [count]);

describe('with more open cards than fit', () => {
  it.each([
    [16, 'roomy 5 × 4'],
    [25, 'dense 5 × 5'],
    [30, 'dense 6 × 5'],
    [36, 'dense 7 × 6'],
    [42, 'dense 7 × 6'],
  ])('%d courses on 43 inches are %s', (count, expected) => {
    expect(shape(on(wall(43), count))).toBe(expected);
    expect(on(wall(43), count).isPaged).toBe(false);
  });

  it('cards become denser before a page is turned, and the page is the densest', () => {
    expect(on(wall(43), 50)).toMatchObject({ look: 'dense', columns: [7], isPaged: true });
    for (const viewing of [wall(15.6), wall(43), wall(55), wall(24, upright), wall(43, upright)]) {
      const places = Array.from({ length: 100 }, (_, count) => placesOf(on(viewing, count)));
      const paged = Array.from({ length: 100 }, (_, count) => on(viewing, count).isPaged);
      for (const [count, places_] of places.entries()) if (!paged[count]) expect(places_).toBeGreaterThanOrEqual(count);
      expect(paged).toEqual(paged.toSorted((a, b) => Number(a) - Number(b)));
    }
  });

  it('30 courses fit on one page of 43 inches, also upright', () => {
    for (const screen of [across, upright]) expect(on(wall(43, screen), 30).isPaged).toBe(false);
  });

  it('60 courses fit on one page of 55 inches', () => {
    for (const screen of [across, upright]) expect(on(wall(55, screen), 60).isPaged).toBe(false);
  });

  it.each([15.6, 21.5, 24, 32, 43, 55])(
    'a wall of %f inches shows at least 12 cards, whatever else is open',
    (inches) => {
      for (const screen of [across, upright])
        for (const count of [12, 30, 200]) expect(placesOf(on(wall(inches, screen), count))).toBeGreaterThanOrEqual(12);
    },
  );

  it('each lane has a place for each of its own', () => {
    expect(shape(layoutOf(wall(43), FREE, [9, 3]))).toBe('roomy 3|1 × 3');
    expect(shape(layoutOf(wall(43), FREE, [9, 5]))).toBe('roomy 3|2 × 3');
    expect(shape(layoutOf(wall(43), FREE, [20, 10]))).toBe('dense 4|2 × 5');
    expect(layoutOf(wall(43), FREE, [2, 40]).isPaged).toBe(true);
  });

  it('no lane hides cards while the other has columns that it does not need', () => {
    expect(layoutOf(wall(32), FREE, [9, 5])).toMatchObject({ columns: [3, 2], isPaged: false });
    expect(layoutOf(wall(43), FREE, [30, 3]).isPaged).toBe(false);
    for (const viewing of [wall(21.5), wall(32), wall(43), wall(43, upright)])
      for (let cooking = 0; cooking < 40; cooking++)
        for (let ready = 0; ready < 40; ready++) {
          const { columns, rows, isPaged } = layoutOf(viewing, FREE, [cooking, ready]);
          const isEmpty = [cooking, ready].some((count, lane) => (columns[lane] ?? 0) - 1 >= Math.max(1, count / rows));
          if (isPaged) expect(isEmpty, `${cooking} cook, ${ready} are ready`).toBe(false);
        }
  });
});

describe('with few open cards', () => {
  const arcMinutes = ({ cardSize, size }: Layout) => Math.round((20 * cardSize) / size);

  it.each([
    [55, 3, 'roomy 2 × 2', 32],
    [55, 12, 'roomy 4 × 3', 32],
    [55, 16, 'roomy 5 × 4', 26],
    [43, 8, 'roomy 4 × 2', 27],
    [32, 5, 'roomy 3 × 2', 27],
  ])('on %d inches, %d are %s at %d arc-minutes', (inches, count, expected, size) => {
    expect(shape(on(wall(inches), count))).toBe(expected);
    expect(arcMinutes(on(wall(inches), count))).toBe(size);
  });

  it('the type never becomes larger when one more course opens, and fills whole rows', () => {
    for (const viewing of [wall(15.6), wall(32), wall(43), wall(55), wall(43, upright)]) {
      const layouts = Array.from({ length: 60 }, (_, count) => on(viewing, count + 1));
      const sizes = layouts.map(arcMinutes);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      for (const [index, layout] of layouts.entries())
        if (index >= 6)
          expect(placesOf(layout) - index - 1).toBeLessThan(layout.isPaged ? 99 : (layout.columns[0] ?? 0));
    }
  });

  it('an empty lane leaves its width to the other', () => {
    const sizes = (ready: number) =>
      Array.from({ length: 12 }, (_, count) => layoutOf(wall(43), FREE, [count + 1, ready]).cardSize);
    const [both, cooking] = [sizes(1), sizes(0)];
    expect(cooking.every((size, index) => size >= (both[index] ?? 0))).toBe(true);
    expect(cooking).not.toEqual(both);
  });

  it('a roomier layout can wait, a denser one cannot', () => {
    const [few, many] = [on(wall(43), 8), on(wall(43), 30)];
    expect([canStay(many, few, [8]), canStay(few, many, [30])]).toEqual([true, false]);
    expect(canStay(on(wall(43), 60), many, [30])).toBe(false);
    expect(canStay(many, on(wall(32), 8), [8])).toBe(false);
  });
});

describe('a chosen option', () => {
  it.each([1, 2, 3, 4, 5])('%d columns', (columns) => {
    for (const count of [1, 20, 60])
      expect(layoutOf(wall(32), { ...FREE, columns }, [count]).columns).toEqual([columns]);
  });

  it('for columns is limited to as many as have room for a table and a timer', () => {
    expect(layoutOf(wall(32), { ...FREE, columns: 10 }, [60]).columns).toEqual([5]);
    expect(layoutOf({ ...wall(32), zoom: -5 }, { ...FREE, columns: 10 }, [60]).columns).toEqual([10]);
  });

  it('of dense cards applies to few cards too', () => {
    expect(layoutOf(wall(43), { ...FREE, density: 'dense' }, [2]).look).toBe('dense');
  });
});

const anyWall = fc.record({
  width: fc.integer({ min: 600, max: 3840 }),
  height: fc.integer({ min: 480, max: 3840 }),
  diagonal: fc.double({ min: 5, max: 120, noNaN: true }),
  distance: fc.double({ min: 0.3, max: 10, noNaN: true }),
  zoom: fc.integer({ min: -5, max: 10 }),
});

describe('any screen, distance and zoom', () => {
  it('leaves room for at least 2 × 3 cards, each as large as its text needs', () => {
    fc.assert(
      fc.property(anyWall, fc.nat(100), fc.boolean(), (viewing, count, inLanes) => {
        const layout = layoutOf(viewing, FREE, inLanes ? [count, count] : [count]);
        const columns = layout.columns.reduce((sum, each) => sum + each, 0);
        const [least, most] = [Math.min(columns, layout.rows), Math.max(columns, layout.rows)];
        // No real wall is so small that 20 mm buttons leave room for fewer.
        if (touchSize(viewing) * 4 > viewing.height) return;
        if (layout.isPaged) expect([least >= 2, most >= 3]).toEqual([true, true]);
        expect(columns * 7.9 * layout.size).toBeLessThanOrEqual(viewing.width);
        expect(layout.rows * 4.4 * layout.size + touchSize(viewing)).toBeLessThanOrEqual(viewing.height);
      }),
    );
  });

  it('the type is the chosen one unless that leaves no room for 2 × 3', () => {
    expect(on(wall(43), 60).size).toBeCloseTo(32.6, 1);
    const far = { ...wall(15.6), distance: 4 };
    expect(on(far, 60)).toMatchObject({ columns: [3], rows: 2 });
    expect(on({ ...far, ...upright }, 60).columns).toEqual([2]);
    expect(on({ ...wall(15.6), distance: 1.4 }, 60).size).toBeCloseTo(62.9, 0);
  });
});
