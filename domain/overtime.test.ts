import { describe, expect, it } from 'vitest';
import { overtimeOf } from './course-times';
import { limitsFor } from './settings';
import { at } from './testing/facts';
import { NO_EFFECTS } from './ticket-action';

const limits = limitsFor([], 1, 3);
const course = {
  startedAt: at('19:00'),
  readyAt: null,
  servedAt: null,
  closedAt: null,
  effects: NO_EFFECTS,
  presumed: null,
};
const minutes = (count: number) => count * 60_000;
const collected = (clock: string) => ({
  ...NO_EFFECTS,
  collected: { by: { id: 1, name: 'Sam' }, at: at(clock), receivedAt: at(clock) },
});

describe('[F11] the overtime of a course', () => {
  it('is measured from its expected time, or from the fallback limit without one', () => {
    const ready = { ...course, readyAt: at('19:20') };
    expect(overtimeOf(ready, 900, limits, at('19:20'))).toEqual({ isLate: true, cookingMs: minutes(5), passMs: 0 });
    expect(overtimeOf(ready, null, limits, at('19:20')).cookingMs).toBe(minutes(5));
    expect(overtimeOf(ready, 1_200, limits, at('19:20'))).toEqual({ isLate: false, cookingMs: 0, passMs: 0 });
  });

  it('makes a course that still cooks late exactly at its limit, but not one that became ready then', () => {
    expect(overtimeOf(course, 600, limits, at('19:10') - 1).isLate).toBe(false);
    expect(overtimeOf(course, 600, limits, at('19:10'))).toMatchObject({ isLate: true, cookingMs: 0 });
    const ready = { ...course, readyAt: at('19:10') };
    expect(overtimeOf(ready, 600, limits, at('19:12')).isLate).toBe(false);
    expect(overtimeOf({ ...ready, readyAt: at('19:10') + 1 }, 600, limits, at('19:12')).isLate).toBe(true);
  });

  it('grows while it cooks and while it waits on the pass', () => {
    expect(overtimeOf(course, 600, limits, at('19:14'))).toMatchObject({ isLate: true, cookingMs: minutes(4) });
    const ready = { ...course, readyAt: at('19:08') };
    expect(overtimeOf(ready, 600, limits, at('19:15'))).toEqual({ isLate: false, cookingMs: 0, passMs: minutes(3) });
  });

  it('on the pass ends with the serve, or with an earlier collection', () => {
    const served = { ...course, readyAt: at('19:08'), servedAt: at('19:20'), closedAt: at('19:20') };
    expect(overtimeOf(served, 600, limits, at('23:00')).passMs).toBe(minutes(8));
    expect(overtimeOf({ ...served, effects: collected('19:13') }, 600, limits, at('23:00')).passMs).toBe(minutes(1));
  });

  it('[F22] on the pass is zero for a course that is presumed served', () => {
    const presumed = { at: at('19:12'), reason: 'later-course' as const };
    expect(overtimeOf({ ...course, readyAt: at('19:05'), presumed }, 600, limits, at('20:00')).passMs).toBe(0);
  });

  it('is zero for missing steps and auto-closed courses', () => {
    const nothing = { isLate: false, cookingMs: 0, passMs: 0 };
    const forgotten = { ...course, closedAt: at('23:00') };
    expect(overtimeOf(forgotten, 600, limits, at('23:30'))).toEqual(nothing);
    expect(overtimeOf({ ...forgotten, readyAt: at('19:05') }, 600, limits, at('23:30'))).toEqual(nothing);
    expect(overtimeOf({ ...course, startedAt: null, readyAt: at('19:05') }, 600, limits, at('19:06'))).toEqual(nothing);
    expect(overtimeOf({ ...course, servedAt: at('19:40'), closedAt: at('19:40') }, 600, limits, at('20:00'))).toEqual(
      nothing,
    );
  });
});
