import { expect, it } from 'vitest';
import { SECOND_MS } from '../../lib/time';
import { AMBER_MS, freshnessOf, RED_MS } from './freshness';
import { afterLook, createAgeClock, isAwake, type Watch } from './server-clock';

const WEEK_MS = 7 * 86_400_000;
const AWAKE: Watch = { lookedAt: 0, staleNews: undefined };

/** A series of checks, each after this delay with the last update of that time. */
const looks = (...each: [afterMs: number, newsAt: number | null][]) => {
  let watch = AWAKE;
  let now = 0;
  return each.map(([afterMs, newsAt]) => {
    now += afterMs;
    watch = afterLook(watch, now, newsAt);
    return isAwake(watch);
  });
};

it('a page that checks every second is awake, with updates or without', () => {
  expect(looks([SECOND_MS, 1], [SECOND_MS, 1], [SECOND_MS, 2], [29 * SECOND_MS, 2])).toEqual([true, true, true, true]);
});

it('after a week a page is awake with the first update, and not before, however often it checks', () => {
  expect(looks([SECOND_MS, 5], [WEEK_MS, 5], [SECOND_MS, 5], [SECOND_MS, 5], [SECOND_MS, 6], [SECOND_MS, 6])).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('an update that triggers the first check is old: it was sent before the page woke', () => {
  expect(looks([SECOND_MS, 5], [WEEK_MS, 6], [SECOND_MS, 7])).toEqual([true, false, true]);
});

it('a page that never had an update has no old ones, but sleeps too', () => {
  expect(looks([WEEK_MS, null], [SECOND_MS, null], [SECOND_MS, 1])).toEqual([false, false, true]);
});

it('a clock that is set back does not count as sleep', () => {
  expect(looks([SECOND_MS, 1], [-WEEK_MS, 1], [SECOND_MS, 1])).toEqual([true, true, true]);
});

it('the clock for ages counts sleep, in which the monotonic clock stands still, and no step of the wall clock below 3 s', () => {
  let [wall, steady] = [1_000_000, 5];
  const now = createAgeClock(
    () => wall,
    () => steady,
  );
  const after = (wallMs: number, steadyMs: number) => {
    wall += wallMs;
    steady += steadyMs;
    return now();
  };
  expect(now()).toBe(5);
  expect(after(SECOND_MS, SECOND_MS)).toBe(1_005);
  expect(after(WEEK_MS + SECOND_MS, SECOND_MS)).toBe(WEEK_MS + 2_005);
  expect(after(2_999, 0)).toBe(WEEK_MS + 2_005);
  expect(after(-WEEK_MS, SECOND_MS)).toBe(WEEK_MS + 3_005);
  expect(after(60 * SECOND_MS, 60 * SECOND_MS)).toBe(WEEK_MS + 63_005);
});

it('a board is not live after a sleep of a few seconds, in which the monotonic clock stood still', () => {
  let wall = 1_000_000;
  const now = createAgeClock(
    () => wall,
    () => 5,
  );
  const newsAt = now();
  const levelAfter = (sleptMs: number) => {
    wall += sleptMs;
    return freshnessOf(now() - newsAt, { kind: 'socket' }, true).level;
  };
  expect(levelAfter(AMBER_MS)).toBe('amber');
  expect(levelAfter(RED_MS)).toBe('red');
});
