import { expect, test } from 'vitest';
import { type WorkplaceMinute, workplacesOf } from './workplaces';

const MINUTE = 60_000;
const now = Date.UTC(2026, 5, 19, 18, 0);

/** One delivery per minute, the newest `lastAgo` minutes ago, from a workplace whose clock is `behindMs` behind. */
function spoke(workplace: number, lastAgo: number, behindMs = 0, minutes = 10): WorkplaceMinute[] {
  return Array.from({ length: minutes }, (_, index) => {
    const lastAt = now - (lastAgo + index) * MINUTE;
    return { workplace, minute: Math.floor(lastAt / MINUTE), lastAt, least: behindMs + 300 };
  });
}

const quiet = (minutes: WorkplaceMinute[], isInService = true) =>
  workplacesOf(minutes, now, isInService).map(({ workplace, quietSince }) => [
    workplace,
    quietSince === null ? null : (now - quietSince) / MINUTE,
  ]);
const off = (...minutes: WorkplaceMinute[][]) =>
  workplacesOf(minutes.flat(), now, true).map(({ clockOffMs }) => clockOffMs);

test('[F20e] a workplace is quiet after 15 minutes in which another one sent something', () => {
  expect(quiet([...spoke(2, 1), ...spoke(1, 15)])).toEqual([
    [1, 15],
    [2, null],
  ]);
  expect(quiet([...spoke(1, 14), ...spoke(2, 1)])).toEqual([
    [1, null],
    [2, null],
  ]);
});

test('[F20e] no workplace is quiet if all are, if it is the only one, or outside a service', () => {
  const quietIn = (minutes: WorkplaceMinute[], isInService?: boolean) =>
    quiet(minutes, isInService).filter(([, since]) => since !== null);
  expect(quietIn([...spoke(1, 20), ...spoke(2, 15)])).toEqual([]);
  expect(quietIn(spoke(1, 20))).toEqual([]);
  expect(quietIn([...spoke(1, 20), ...spoke(2, 1)], false)).toEqual([]);
});

test('[F20e] a clock is off if it is more than 5 s behind or ahead of that of most workplaces', () => {
  expect(off(spoke(1, 1), spoke(2, 1, 90_000), spoke(3, 1))).toEqual([null, 90_000, null]);
  expect(off(spoke(1, 1), spoke(2, 1, -90_000), spoke(3, 1))).toEqual([null, -90_000, null]);
  expect(off(spoke(1, 1), spoke(2, 1, 5_000))).toEqual([null, null]);
  expect(off(spoke(1, 1), spoke(2, 1, 5_001))).toEqual([null, 5_001]);
});

test('[F20e] workplaces with the same offset are not off', () => {
  expect(off(spoke(1, 1, 120_000), spoke(2, 1, 120_000), spoke(3, 1, 121_000))).toEqual([null, null, null]);
});

test('[F20e] the clock of two workplaces that is further from the server’s is off', () => {
  expect(off(spoke(1, 1, -60_000), spoke(2, 1))).toEqual([-60_000, null]);
});

test('[F20e] a clock is not judged before five minutes with applied deliveries', () => {
  const unread = spoke(2, 1, 90_000).map((minute) => ({ ...minute, least: null }));
  expect(off(spoke(1, 1), spoke(2, 1, 90_000, 4))).toEqual([null, null]);
  expect(off(spoke(1, 1), unread)).toEqual([null, null]);
  expect(off(spoke(1, 1), spoke(2, 1, 90_000, 5))).toEqual([null, 90_000]);
});
