import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GroupFigures } from '../../contract/reports';
import { groupBy } from '../../lib/collections';
import { percentile } from '../../lib/percentile';
import { type Delivery, generateService, type TruthCourse } from '../../tools/pos-simulator/generate-service';
import { readDeliveries, readTruth, truthFileOf } from '../../tools/pos-simulator/option-values';
import { openKitchen } from '../testing/kitchen';
import { everyCourse } from './filter';
import type { Grouping } from './groups';

const FILE = path.join(import.meta.dirname, '../../tools/pos-simulator/fixtures/friday-evening.jsonl');
const SHARES = [
  ['p50', 0.5],
  ['p80', 0.8],
  ['p95', 0.95],
] as const;
/** The next morning. */
const LATER = Date.parse('2026-06-20T08:00:00Z');

/** The figures of an evening that was posted some time ago. */
async function figuresOf(deliveries: readonly Delivery[], groupBy: Grouping): Promise<GroupFigures[]> {
  const kitchen = await openKitchen(undefined, LATER);
  try {
    await Promise.all(
      deliveries.map(({ path: posted, body }) => kitchen.take(kitchen.delivery(path.basename(posted), body))),
    );
    return (await kitchen.core.reader.read('summary', { ...everyCourse([1]), groupBy })).groups;
  } finally {
    await kitchen.stop();
  }
}

it('[F13][F14][F17] the recorded evening has the percentiles of the true times, course by course', async () => {
  const all = readTruth(truthFileOf(FILE)).courses;
  const truth = [...groupBy(all, ({ courseNumber }) => courseNumber)].sort(([a], [b]) => a - b);
  const groups = await figuresOf(readDeliveries(FILE), 'course');
  expect(groups.map(({ key, count }) => [key, count])).toEqual(
    truth.map(([number, courses]) => [String(number), courses.length]),
  );
  for (const [index, [, courses]] of truth.entries()) {
    const times = courses
      .filter((course) => isMeasured(course, all))
      .map(({ measuredSeconds }) => measuredSeconds ?? 0);
    const group = groups[index];
    expect(group?.measured).toBe(times.length);
    for (const [name, share] of SHARES) expect(group?.preparation?.[name]).toBeCloseTo(percentile(times, share), 5);
  }
  expect(groups.reduce((sum, { measured }) => sum + measured, 0)).toBeGreaterThan(150);
});

describe('an evening whose POS uses another unit', () => {
  const options = { orders: 25, tables: 8, minutes: 90 };
  let inSeconds: GroupFigures[];
  beforeAll(async () => {
    inSeconds = await figuresOf(generateService(7, options).deliveries, 'course');
  });

  it.each(['minutes', 'milliseconds'] as const)('[F12][F17] in %s has the same figures', async (unit) => {
    const inUnit = await figuresOf(generateService(7, { ...options, unit }).deliveries, 'course');
    expect(inUnit).toEqual(inSeconds);
    expect(inUnit.every(({ expected }) => expected !== null)).toBe(true);
    expect(inUnit.some(({ lateRate }) => lateRate !== 0)).toBe(true);
  });
});

/** The truth has neither clock errors nor closed courses; missing steps and bulks remain. */
function isMeasured(course: TruthCourse, all: readonly TruthCourse[]): boolean {
  if (course.measuredSeconds === null) return false;
  return !(['readyAt', 'servedAt'] as const).some((step) => isInBulk(course, all, step));
}

function isInBulk(course: TruthCourse, all: readonly TruthCourse[], step: 'readyAt' | 'servedAt'): boolean {
  const at = course[step] === null ? Number.NaN : Date.parse(course[step]);
  const instants = all.flatMap((other) => {
    const its = other[step];
    return its === null ? [] : [{ at: Date.parse(its), orderId: other.orderId }];
  });
  return instants.some((first) => {
    const together = instants.filter((other) => other.at >= first.at && other.at - first.at <= 5_000);
    const hasIt = at >= first.at && at - first.at <= 5_000;
    return hasIt && together.length >= 6 && new Set(together.map(({ orderId }) => orderId)).size >= 3;
  });
}
