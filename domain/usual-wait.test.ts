import { expect, test } from 'vitest';
import { type PartyCourse, usualWaitMs, usualWaits } from './usual-wait';

const MINUTE = 60_000;

/** One order of a party whose courses all start at 0 and are served after these minutes. */
function party(orderKey: number, guests: number, ...servedAfter: (number | null)[]): PartyCourse[] {
  return servedAfter.map((minutes) => ({
    orderKey,
    guests,
    startedAt: 0,
    servedAt: minutes === null ? null : minutes * MINUTE,
  }));
}

/** `count` parties of two that wait 1, 2, 3 … minutes for their only course. */
const couples = (count: number) => Array.from({ length: count }, (_, index) => party(index + 1, 2, index + 1)).flat();

test('[F24] the usual wait is the 80th percentile of the waits, by party size', () => {
  const families = Array.from({ length: 20 }, (_, index) => party(100 + index, 5, 10)).flat();

  expect(usualWaits([...couples(21), ...families])).toEqual([
    { guests: 2, seconds: 17 * 60 },
    { guests: 5, seconds: 10 * 60 },
  ]);
});

test('[F24] sizes with fewer than 20 waits are omitted', () => {
  expect(usualWaits(couples(19))).toEqual([]);
  expect(usualWaits(couples(20))).toHaveLength(1);
  expect(usualWaits([])).toEqual([]);
});

test('[F24] a wait runs from the first start to the first serve, and from each serve to the next', () => {
  const parties = Array.from({ length: 10 }, (_, index) => party(index, 4, 12, 30)).flat();
  // Ten waits of 12 minutes and ten of 18: the 80th percentile is 18.
  expect(usualWaits(parties)).toEqual([{ guests: 4, seconds: 18 * 60 }]);
});

test('[F24] courses served together count once, and unserved courses and waits over three hours are omitted', () => {
  const parties = Array.from({ length: 20 }, (_, index) => party(index, 4, 12, 12, null, 12 + 181)).flat();
  expect(usualWaits(parties)).toEqual([{ guests: 4, seconds: 12 * 60 }]);
});

test('[F24] a course without a start counts from the serve before it', () => {
  const parties = Array.from({ length: 20 }, (_, orderKey) => [
    { orderKey, guests: 3, startedAt: null, servedAt: 5 * MINUTE },
    { orderKey, guests: 3, startedAt: null, servedAt: 25 * MINUTE },
  ]).flat();
  expect(usualWaits(parties)).toEqual([{ guests: 3, seconds: 20 * 60 }]);
});

test('[F24] the usual wait of a party is that of parties of the same size only', () => {
  const known = [
    { guests: 2, seconds: 900 },
    { guests: 4, seconds: 1260.5 },
  ];
  expect(usualWaitMs(known, 4)).toBe(1_260_500);
  expect(usualWaitMs(known, 3)).toBeNull();
  expect(usualWaitMs(known, null)).toBeNull();
  expect(usualWaitMs([], 4)).toBeNull();
});
