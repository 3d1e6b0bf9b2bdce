import { describe, expect, test } from 'vitest';
import { type EarlyReceipt, keepEarly, knownSkew, lastMinutes, posOffset, posSkew, strayClock } from './pos-offset';

const SIX_HOURS = 6 * 3_600_000;

/** The smallest offset of each of some consecutive minutes. */
function minutes(...least: number[]) {
  return new Map(least.map((offset, index) => [29_000_000 + index, offset]));
}

test('[F23] the offset is the median of the smallest difference in each minute', () => {
  expect(posOffset(minutes(9_000, 5_000, 7_000, 90_000, 3_000))).toBe(7_000);
  expect(posOffset(minutes(-9_000, -5_000, -7_000, -90_000, -3_000))).toBe(-7_000);
});

test('[F23] the offset of an even number of minutes is the mean of the two in the middle', () => {
  expect(posOffset(minutes(9_000, 5_000, 7_000, 90_000, 3_000, 8_000))).toBe(7_500);
  expect(posOffset(minutes(5_001, 5_002, 5_001, 5_002, 5_001, 5_002))).toBe(5_002);
});

test('[F23] the offset is 0 with fewer than five minutes', () => {
  expect(posOffset(minutes())).toBe(0);
  expect(posOffset(minutes(9_000, 9_000, 9_000, 9_000))).toBe(0);
  expect(posOffset(minutes(9_000, 9_000, 9_000, 9_000, 9_000))).toBe(9_000);
});

test('[F23] the offset is 0 if the clocks differ by less than 2 s', () => {
  const always = (offset: number) => minutes(...Array.from({ length: 5 }, () => offset));

  expect(posOffset(always(1_999))).toBe(0);
  expect(posOffset(always(-1_999))).toBe(0);
  expect(posOffset(always(2_000))).toBe(2_000);
  expect(posOffset(always(-2_000))).toBe(-2_000);
});

test('[F23] the offset is 0 if the clocks differ by more than 6 h', () => {
  const always = (offset: number) => minutes(...Array.from({ length: 5 }, () => offset));

  expect(posOffset(always(SIX_HOURS))).toBe(SIX_HOURS);
  expect(posOffset(always(-SIX_HOURS))).toBe(-SIX_HOURS);
  expect(posOffset(always(SIX_HOURS + 1))).toBe(0);
  expect(posOffset(always(-SIX_HOURS - 1))).toBe(0);
});

test('[F23] only the last 20 minutes with deliveries count, even with pauses between them', () => {
  const before = Array.from({ length: 100 }, (_, index): [number, number] => [index, 60_000]);
  const lately = Array.from({ length: 20 }, (_, index): [number, number] => [1_000 + 7 * index, 5_000]);

  expect(posOffset(new Map([...before, ...lately]))).toBe(5_000);
  expect(posOffset(new Map([...lately, ...before]))).toBe(5_000);
  expect(lastMinutes(new Map([...before, ...lately])).map(([minute]) => minute)).toEqual(
    lately.map(([minute]) => minute).toReversed(),
  );
});

test('[F23] the twentieth newest minute counts, the one before it does not', () => {
  const half = (offset: number) => Array.from({ length: 10 }, () => offset);

  expect(posOffset(minutes(...half(8_000), ...half(4_000)))).toBe(6_000);
  expect(posOffset(minutes(...half(8_000), ...half(4_000), 4_000))).toBe(4_000);
});

describe('[F23b] before there are five minutes, the offset', () => {
  /** The receipts of a workplace in one minute. */
  const minute = (index: number, behind: readonly number[], workplace: number | null = 1): EarlyReceipt[] =>
    behind.map((each) => ({ minute: 29_000_000 + index, workplace, behind: each }));
  const skew = (...receipts: EarlyReceipt[][]) => posSkew(minutes(440_000), receipts.flat());

  test('is the least of five deliveries of a workplace in three minutes that are within 2 s', () => {
    const three = [minute(0, [441_000, 440_000]), minute(1, [441_500]), minute(2, [440_900])];
    expect(skew(...three)).toBeNull();
    expect(skew(...three, minute(2, [442_000]))).toBe(440_000);
    expect(skew(...three, minute(2, [442_001]))).toBeNull();
    expect(skew(minute(0, [440_000, 440_100, 440_200]), minute(1, [440_300, 440_400]))).toBeNull();
    expect(skew(...[0, 1, 2, 3, 4].map((each) => minute(each % 3, [-440_000], null)))).toBe(-440_000);
  });

  test('counts no delivery that came late, and no other workplace', () => {
    const own = [minute(0, [440_000, 440_000]), minute(1, [440_000]), minute(2, [440_000])];
    expect(skew(...own, minute(2, [900_000]))).toBeNull();
    expect(skew(...own, minute(2, [440_000], 2))).toBeNull();
    expect(skew(...own, minute(2, [440_000, 900_000]))).toBe(440_000);
  });

  test('is not known while the clock of another workplace differs by more than 2 s', () => {
    const own = [minute(0, [440_000, 440_000]), minute(1, [440_000, 440_000]), minute(2, [440_000])];
    expect(skew(...own, minute(2, [442_000], 2))).toBe(440_000);
    expect(skew(...own, minute(2, [442_001], 2))).toBeNull();
    expect(skew(...own, minute(2, [0], 2))).toBeNull();
  });

  test('is that of the five minutes once there are five', () => {
    const own = [0, 1, 2, 3, 4].flatMap((each) => minute(each, [440_000]));
    expect(posSkew(minutes(440_000, 440_000, 440_000, 440_000), own)).toBe(440_000);
    expect(posSkew(minutes(441_000, 441_000, 441_000, 441_000, 441_000), own)).toBe(441_000);
  });

  test('corrects no more than that of five minutes', () => {
    const always = (behind: number) =>
      posOffset(minutes(), [minute(0, [behind, behind]), minute(1, [behind, behind]), minute(2, [behind])].flat());
    expect(always(1_999)).toBe(0);
    expect(always(2_000)).toBe(2_000);
    expect(always(SIX_HOURS + 1)).toBe(0);
  });

  test('is not known while the clock is too far off to be one', () => {
    const always = (behind: number) =>
      knownSkew(minutes(), [minute(0, [behind, behind]), minute(1, [behind, behind]), minute(2, [behind])].flat());
    expect([always(0), always(SIX_HOURS), always(-SIX_HOURS - 1)]).toEqual([0, SIX_HOURS, null]);
    expect(knownSkew(minutes(0, 0, 0, 0, 0), [])).toBe(0);
    expect(knownSkew(minutes(0), [])).toBeNull();
  });

  test('is found from the five least of each minute, in any order', () => {
    const all = [minute(0, [7, 3, 9, 1, 5, 8, 2]), minute(0, [4], 2), minute(1, [6])].flat();
    const kept = (receipts: readonly EarlyReceipt[]) =>
      new Set(receipts.reduce<readonly EarlyReceipt[]>(keepEarly, []).map((each) => JSON.stringify(each)));
    expect(kept(all)).toEqual(kept(all.toReversed()));
    expect(kept(all).size).toBe(7);
  });
});

describe('[F23a] a stray clock', () => {
  const HOUR = 3_600_000;
  const always = (hours: number, count: number) => Array.from({ length: count }, () => hours * HOUR);
  const found = (...least: number[]) => {
    const leastByMinute = minutes(...least);
    return strayClock(leastByMinute, posOffset(leastByMinute) + 4 * HOUR);
  };
  const stray = (...least: number[]) => found(...least)?.behindMs ?? null;

  test('is behind or ahead by more than six hours for five minutes', () => {
    expect(stray(...always(12, 4))).toBeNull();
    expect(stray(...always(12, 5))).toBe(12 * HOUR);
    expect(stray(...always(-8, 5))).toBe(-8 * HOUR);
    expect(stray(...always(-6, 5))).toBeNull();
    expect(stray(...always(0, 20), ...always(12, 4))).toBeNull();
    expect(stray(...always(0, 20), ...always(12, 5))).toBe(12 * HOUR);
  });

  test('is so far behind that courses are closed on arrival, until the offset follows', () => {
    expect(stray(...always(0, 20), ...always(5, 5))).toBe(5 * HOUR);
    expect(stray(...always(0, 20), ...always(5, 11))).toBeNull();
    expect(stray(...always(0, 20), ...always(3, 5))).toBeNull();
  });

  test('has been stray since the first minute in a row', () => {
    expect(found(...always(12, 3), ...always(0, 2), ...always(12, 6))?.since).toBe(29_000_005 * 60_000);
  });

  test('ends with the first minute of a right one', () => {
    expect(stray(...always(12, 20), 0)).toBeNull();
  });
});
