import { describe, expect, it, test } from 'vitest';
import type { CoursePace } from '../contract/live-branches';
import { byTrouble, furthestBehind, isQuiet, type Trouble, type Verdict, verdictOf } from './live-verdict';
import { namedCourse } from './testing/facts';

const paced = (count: number, behindSeconds: number) =>
  verdictOf({ counted: Array.from({ length: count }, String), against: { count, behindSeconds } });

describe('[F20b] the verdict on a pace', () => {
  it.each([
    [20, 180, { is: 'behind', minutes: 3, count: 20 }],
    [20, -61, { is: 'ahead', minutes: 1, count: 20 }],
    [20, 29.9, { is: 'as-expected', count: 20 }],
    [20, -29.9, { is: 'as-expected', count: 20 }],
    [20, 30, { is: 'behind', minutes: 1, count: 20 }],
    [19, 180, { is: 'behind', minutes: 3, count: 19 }],
    [5, 0, { is: 'as-expected', count: 5 }],
    [4, 600, { is: 'few', count: 4 }],
  ])('%i courses, %d s', (count, behind, expected) => {
    expect(paced(count, behind)).toEqual(expected);
  });

  it('is nothing without ready courses, and no target without an expected time', () => {
    expect(verdictOf({ counted: [], against: null })).toEqual({ is: 'nothing' });
    expect(verdictOf({ counted: ['1', '2'], against: null })).toEqual({ is: 'no-target', count: 2 });
  });
});

test('[F20c] a POS is quiet after 15 minutes while three courses cook, after 45 while one or two do, never without', () => {
  const now = Date.parse('2026-06-19T17:00:00Z');
  const minutes = (count: number) => now - count * 60_000;
  expect(isQuiet(minutes(15), 3, now)).toBe(true);
  expect(isQuiet(minutes(15) + 1, 3, now)).toBe(false);
  for (const cooking of [1, 2]) {
    expect(isQuiet(minutes(45), cooking, now)).toBe(true);
    expect(isQuiet(minutes(45) + 1, cooking, now)).toBe(false);
  }
  expect(isQuiet(minutes(600), 0, now)).toBe(false);
  expect(isQuiet(null, 3, now)).toBe(false);
});

test('[F20d] branches are sorted worst first', () => {
  const behind = (minutes: number): Verdict => ({ is: 'behind', minutes, count: 30 });
  const branch = (number: number, verdict: Verdict, more: Partial<Trouble> = {}): Trouble => ({
    number,
    verdict,
    late: 0,
    hasPosProblem: false,
    ...more,
  });
  const ordered = [
    branch(1, { is: 'nothing' }),
    branch(2, behind(3)),
    branch(3, { is: 'ahead', minutes: 2, count: 30 }, { late: 1 }),
    branch(4, { is: 'few', count: 1 }, { late: 2 }),
    branch(5, behind(3), { late: 1 }),
    branch(6, { is: 'nothing' }, { hasPosProblem: true }),
    branch(7, behind(4)),
    branch(8, { is: 'nothing' }),
  ].toSorted(byTrouble);
  expect(ordered.map(({ number }) => number)).toEqual([6, 7, 5, 2, 4, 3, 1, 8]);
});

describe('[F20d] the course that is furthest behind', () => {
  const course = (number: number, count: number, behindSeconds: number | null): CoursePace => ({
    course: namedCourse({ number, name: null, abbreviation: null, sequence: null }),
    counted: Array.from({ length: count }, String),
    preparationSeconds: 600,
    against: behindSeconds === null ? null : { count, behindSeconds },
  });
  const found = (courses: CoursePace[]) => furthestBehind(courses)?.course.number ?? null;

  it('is found among many drinks that are on time', () => {
    expect(furthestBehind([course(1, 60, -30), course(3, 6, 240)])).toEqual({
      course: course(3, 6, 240).course,
      verdict: { is: 'behind', minutes: 4, count: 6 },
    });
  });

  it('is one that can be compared, if there is one', () => {
    expect(found([course(1, 4, 900), course(2, 30, null), course(3, 5, -120)])).toBe(3);
    expect(found([course(1, 4, 900), course(2, 30, null)])).toBe(2);
    expect(found([])).toBeNull();
  });
});
