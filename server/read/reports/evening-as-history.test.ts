import path from 'node:path';
import { expect, it } from 'vitest';
import { groupBy } from '../../../domain/group';
import { percentile } from '../../../domain/percentile';
import type { TruthCourse } from '../../../tools/pos-simulator/service';
import { readDeliveries, readTruth, truthFileOf } from '../../../tools/pos-simulator/service-files';
import { openKitchen } from '../../testing/kitchen';
import { everyCourse } from './report-filter';

const FILE = path.join(import.meta.dirname, '../../../tools/pos-simulator/fixtures/friday-evening.jsonl');
/** The morning after. */
const LATER = Date.parse('2026-06-20T08:00:00Z');

it('[F13][F14][F17] the recorded evening has the percentiles of what happened, course by course', async () => {
  const kitchen = await openKitchen(undefined, LATER);
  try {
    const deliveries = readDeliveries(FILE);
    await Promise.all(
      deliveries.map(({ path: posted, body }) => kitchen.take(kitchen.delivery(path.basename(posted), body))),
    );
    const { groups } = await kitchen.core.reader.read('summary', { ...everyCourse([1]), groupBy: 'course' });
    const truth = [...groupBy(readTruth(truthFileOf(FILE)).courses, ({ courseNumber }) => courseNumber)].sort(
      ([a], [b]) => a - b,
    );
    expect(groups.map(({ key, count }) => [key, count])).toEqual(
      truth.map(([number, courses]) => [String(number), courses.length]),
    );
    const all = readTruth(truthFileOf(FILE)).courses;
    for (const [index, [, courses]] of truth.entries()) {
      const times = courses
        .filter((course) => isMeasured(course, all))
        .map(({ measuredSeconds }) => measuredSeconds ?? 0);
      const group = groups[index];
      expect(group?.measured).toBe(times.length);
      for (const [name, share] of [
        ['p50', 0.5],
        ['p80', 0.8],
        ['p95', 0.95],
      ] as const)
        expect(group?.preparation?.[name]).toBeCloseTo(percentile(times, share), 5);
    }
    expect(groups.reduce((sum, { measured }) => sum + measured, 0)).toBeGreaterThan(150);
  } finally {
    await kitchen.stop();
  }
});

/** The truth has neither clocks that disagree nor courses that were closed: what is left is what is missing, and bulk. */
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
