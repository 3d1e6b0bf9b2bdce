import { expect, it } from 'vitest';
import { afterLook, isAwake, type Watch } from './sleep';

const SECOND_MS = 1_000;
const WEEK_MS = 7 * 86_400_000;
const AWAKE: Watch = { lookedAt: 0, staleNews: undefined };

/** Looks one after the other: so much later, with news of then. */
const looks = (...each: [afterMs: number, newsAt: number | null][]) => {
  let watch = AWAKE;
  let now = 0;
  return each.map(([afterMs, newsAt]) => {
    now += afterMs;
    watch = afterLook(watch, now, newsAt);
    return isAwake(watch);
  });
};

it('a page that looks every second is awake, with news or without', () => {
  expect(looks([SECOND_MS, 1], [SECOND_MS, 1], [SECOND_MS, 2], [29 * SECOND_MS, 2])).toEqual([true, true, true, true]);
});

it('after a week it is awake with the first news, and not before, however often it looks', () => {
  expect(looks([SECOND_MS, 5], [WEEK_MS, 5], [SECOND_MS, 5], [SECOND_MS, 5], [SECOND_MS, 6], [SECOND_MS, 6])).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('news that are the reason for the first look are news of before: they were under way', () => {
  expect(looks([SECOND_MS, 5], [WEEK_MS, 6], [SECOND_MS, 7])).toEqual([true, false, true]);
});

it('one that never had news has no old ones, but sleeps too', () => {
  expect(looks([WEEK_MS, null], [SECOND_MS, null], [SECOND_MS, 1])).toEqual([false, false, true]);
});

it('a clock that is set back is no sleep', () => {
  expect(looks([SECOND_MS, 1], [-WEEK_MS, 1], [SECOND_MS, 1])).toEqual([true, true, true]);
});
