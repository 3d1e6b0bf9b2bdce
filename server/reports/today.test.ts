import { afterEach, beforeEach, expect, it } from 'vitest';
import { reachedIn } from '../../components/reports/compared';
import { spanOf } from '../../domain/period';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { everyCourse, type ReportFilter } from './filter';

/** The evening of a Friday. */
const NOW = Date.parse('2026-06-19T20:00:00+02:00');
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
const BRANCH = {
  ...{ number: 1, name: null, timeZone: 'Europe/Amsterdam', cutOffMinute: 240 },
  ...{ services: [], courses: [], now: NOW },
};
const TODAY = { first: '2026-06-19', end: '2026-06-20' };
const BEFORE = { first: '2026-06-12', end: '2026-06-13' };

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, NOW);
});
afterEach(() => kitchen.stop());

/** A party with one course: minutes from `at` to its start, and on until it is ready and served; null for not yet. */
async function dines(number: number, at: number, began: number, lasts: number | null) {
  const order = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const fields = { order, number, table: { number, subNumber: 1 } };
  const startedAt = at + began * MINUTE;
  await kitchen.deliver('kitchenStartCourse', { ...fields, at: startedAt });
  if (lasts === null) return;
  await kitchen.deliver('kitchenCompleteCourse', { ...fields, at: startedAt + (lasts - 5) * MINUTE });
  await kitchen.deliver('kitchenServeCourse', { ...fields, at: startedAt + lasts * MINUTE });
}

async function figures() {
  const filterFor = (days: typeof TODAY): ReportFilter => ({
    ...{ ...everyCourse([1]), ...spanOf(days, BRANCH) },
    ...{ now: { 1: NOW }, asOf: { 1: reachedIn(days, TODAY, BRANCH) } },
  });
  const { now, before } = await kitchen.core.reader.read('report', {
    ...{ now: filterFor(TODAY), before: filterFor(BEFORE), of: 'visit', by: 'none', hasMedians: false },
  });
  const of = (total: typeof now.total) => ({
    ...{ count: total?.count, measured: total?.measured, visits: total?.visit?.n, median: total?.visit?.p50 },
  });
  return { now: of(now.total), before: before && of(before.total) };
}

it('[F15f] today is compared with the same day a week before until the same time, without parties still there', async () => {
  for (const at of [NOW - WEEK, NOW]) {
    // Has left.
    await dines(at === NOW ? 1 : 11, at, -120, 20);
    // Was served, and is still there.
    await dines(at === NOW ? 2 : 12, at, -60, 30);
    // Waits for its food, which came later a week before.
    await dines(at === NOW ? 3 : 13, at, -15, at === NOW ? null : 90);
  }
  // Came later.
  await dines(14, NOW - WEEK, 10, 100);
  const same = { count: 3, measured: 2, visits: 1, median: 20 * 60 };
  expect(await figures()).toEqual({ now: same, before: same });
});
