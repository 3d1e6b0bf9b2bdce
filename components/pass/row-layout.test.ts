import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { at, presumed, ready, ticket } from '../testing/tickets';
import { cellsIn, doFit, fitOf, linesIn, placesOf, scaleOf, spanOf, spansIn, stretchedPlaces } from './row-layout';

const served = ready(3, { servedAt: at(4), closedAt: at(4) });
const usual = [served, ticket()];
const rows = (count: number): Ticket[][] => Array.from({ length: count }, () => usual);
const CHOSEN = { diagonal: null, distance: 1.75, zoom: 0 };
const PANEL = { width: 1920, height: 1080 };
const TABLET = { width: 800, height: 1280 };
const panel = scaleOf(PANEL, CHOSEN);
const tablet = scaleOf(TABLET, CHOSEN);
const ROOM = { width: 1870, height: 840 };

describe('the text size of a page', () => {
  it('fits the reading distance on a fixed panel, and the hand on a tablet', () => {
    expect(panel.hangs).toBe(true);
    expect(panel.text).toBeCloseTo(45.4, 1);
    expect(panel.target).toBeCloseTo(64.2, 1);
    expect(tablet).toEqual({ text: 16, name: 16, least: 0, largest: 24, smallest: 16, target: 56, hangs: false });
  });

  it('follows the configured diagonal, distance and zoom', () => {
    expect(scaleOf(TABLET, { ...CHOSEN, diagonal: 15 }).hangs).toBe(true);
    expect(scaleOf(PANEL, { ...CHOSEN, diagonal: 54 }).largest).toBeCloseTo(panel.largest / 2, 5);
    expect(scaleOf(PANEL, { ...CHOSEN, distance: 3.5 }).largest).toBeCloseTo(panel.largest * 2, 5);
    expect(scaleOf(TABLET, { ...CHOSEN, zoom: 5 })).toMatchObject({ largest: 36, smallest: 24, target: 56 });
  });
});

describe('rows', () => {
  it('shrink from the comfortable size until they fit', () => {
    const all = [1, 2, 4, 6, 9].map((count) => ({ count, fit: fitOf(rows(count), ROOM, panel, 0, null) }));
    let before = panel.largest;
    for (const { count, fit } of all) {
      expect(fit.size).toBeLessThanOrEqual(before);
      expect(fit.size).toBeGreaterThanOrEqual(panel.smallest);
      expect(doFit(linesIn(rows(count), fit), fit)).toBe(true);
      before = fit.size;
    }
    expect(all[0]?.fit).toMatchObject({ size: panel.largest, columns: 1 });
    expect(before).toBeLessThan(panel.largest / 2);
    for (const { fit } of all) expect(fit.name).toBeGreaterThanOrEqual(panel.name);
  });

  it('that do not fit use the smallest text', () => {
    const fit = fitOf(rows(80), ROOM, panel, 0, null);
    expect(fit.size).toBe(panel.smallest);
    expect(doFit(linesIn(rows(80), fit), fit)).toBe(false);
  });

  it('use the chosen number of columns', () => {
    expect(fitOf(rows(3), ROOM, panel, 2, null).columns).toBe(2);
    expect(fitOf(rows(3), { width: 350, height: 600 }, tablet, 0, null).columns).toBe(1);
  });

  it('grow again only if one more row would fit in each column', () => {
    const sizeOf = (count: number, before: number | null = null) => fitOf(rows(count), ROOM, panel, 0, before).size;
    const counts = Array.from({ length: 12 }, (_, index) => index + 3);
    const edges = counts.filter((count) => sizeOf(count) < sizeOf(count - 1));
    expect(edges.length).toBeGreaterThan(2);
    for (const count of edges) {
      const small = sizeOf(count);
      expect(sizeOf(count - 1, small)).toBe(small);
      expect(sizeOf(count, sizeOf(count - 1))).toBe(small);
      expect(sizeOf(1, small)).toBeGreaterThan(small);
    }
  });

  it('fill columns from left to right without overlap', () => {
    const fit = fitOf(rows(5), ROOM, panel, 2, null);
    const places = placesOf([1, 4, 1, 1, 1], fit);
    expect(places.map(({ column }) => column)).toEqual([0, 1, 0, 0, 1]);
    expect(places[0]?.top).toBe(0);
    for (const [index, { column, top, height }] of places.entries())
      for (const other of places.slice(index + 1))
        if (other.column === column) expect(other.top).toBeGreaterThan(top + height);
  });

  it('fill the height of a fixed screen evenly, up to a limit', () => {
    const fit = { ...fitOf(rows(5), ROOM, panel, 2, null), room: ROOM };
    const [natural, stretched] = [placesOf([1, 1, 1, 1, 1], fit), stretchedPlaces([1, 1, 1, 1, 1], fit)];
    const extra = (stretched[0]?.height ?? 0) - (natural[0]?.height ?? 0);
    expect(extra).toBeGreaterThan(0);
    for (const [index, { column, top, height }] of stretched.entries()) {
      expect([column, height]).toEqual([natural[index]?.column, (natural[index]?.height ?? 0) + extra]);
      expect(top + height).toBeLessThanOrEqual(ROOM.height + 0.01);
      expect(height).toBeLessThanOrEqual((natural[index]?.height ?? 0) * 1.35 + 0.01);
    }
    const full = { ...fit, room: { width: ROOM.width, height: 10 } };
    expect(stretchedPlaces([1, 1, 1], full)).toEqual(placesOf([1, 1, 1], full));
  });

  it('have a place for any courses on any screen', () => {
    const courses = fc.array(fc.constantFrom(served, ticket(), ready(3)), { minLength: 1, maxLength: 12 });
    const some = fc.record({
      all: fc.array(courses, { minLength: 1, maxLength: 90 }),
      width: fc.integer({ min: 1, max: 4_000 }),
      height: fc.integer({ min: 1, max: 3_000 }),
      columns: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(some, ({ all, width, height, columns }) => {
        const fit = fitOf(all, { width, height }, panel, columns, null);
        expect(fit.units).toBeGreaterThanOrEqual(1);
        const places = placesOf(linesIn(all, fit), fit);
        expect(places).toHaveLength(all.length);
        for (const { column } of places) expect(column).toBeLessThan(fit.columns);
      }),
    );
  });
});

describe('the courses of a row', () => {
  const open = ticket();
  it('stay in one line: served courses give way to the others, earliest first', () => {
    const first = { ...served, id: 'first' };
    const units = spanOf(open) + spanOf(served);
    expect(cellsIn([first, served, open], units)).toEqual({ shown: [served, open], folded: 1, lines: 1 });
    expect(cellsIn([first, served, open], units + spanOf(first))).toMatchObject({ folded: 0, lines: 1 });
  });

  it('that are open never give way: they take more lines', () => {
    const courses = [served, open, open, ready(3), ready(3)];
    expect(cellsIn(courses, spanOf(open) * 2)).toEqual({ shown: courses.slice(1), folded: 1, lines: 3 });
    expect(cellsIn(courses, 1)).toEqual({ shown: courses.slice(1), folded: 1, lines: 4 });
  });

  it('that wait get the room left in their line, claimed or not', () => {
    const [spoken, waiting] = [ready(3, { claim: { by: { id: 1, name: 'Sam' }, at: at(4) } }), ready(3)];
    expect(spansIn([waiting], 11)).toEqual([11]);
    expect(spansIn([spoken], 11)).toEqual([11]);
    expect(spansIn([served, waiting, waiting], 24)).toEqual([5, 9, 9]);
    expect(spansIn([waiting, open], 11)).toEqual([11, 9]);
    expect(spansIn([waiting, open], 14)).toEqual([8, 6]);
    expect(spansIn([waiting], 4)).toEqual([4]);
  });

  it('that cook get the room of a line in which none waits', () => {
    expect(spansIn([open], 11)).toEqual([9]);
    expect(spansIn([served, open], 13)).toEqual([5, 8]);
    expect(spansIn([open, open], 14)).toEqual([7, 7]);
    expect(spansIn([served], 11)).toEqual([5]);
  });

  it('that are presumed served give way as served ones do', () => {
    const quiet = presumed(3);
    expect(spanOf(quiet)).toBe(spanOf(served));
    expect(cellsIn([quiet, open], spanOf(open))).toEqual({ shown: [open], folded: 1, lines: 1 });
  });

  it('are equally wide whether late or claimed', () => {
    expect(spanOf(ticket({ lateAt: at(-5) }))).toBe(spanOf(open));
    expect(spanOf(ready(3, { claim: { by: { id: 1, name: 'Sam' }, at: at(4) } }))).toBe(spanOf(ready(3)));
  });
});
