import { EXCLUSIONS, MEASURES, type Measure } from '../../contract/constants';
import type { GroupFigures, Serves, Spread } from '../../contract/reports';
import { percentileOf } from '../../lib/percentile';
import type { Source } from '../sql/statements';
import type { ReportFilter } from './filter';
import { type Group, type Grouping, groupCourses } from './groups';
import { type Course, readCourses } from './read-courses';

type SummaryQuery = ReportFilter & { groupBy: Grouping };

export type Summary = { groups: GroupFigures[] };

/** The figures of courses, group by group (contract, Summary). @throws TooManyCourses */
export async function summarize(source: Source, { groupBy, ...filter }: SummaryQuery): Promise<Summary> {
  if (groupBy !== 'branch') return { groups: figuresBy((await readCourses(source, filter)).courses, groupBy) };
  // Branches have no course in common, so there may be more than fit in the memory together.
  const groups: GroupFigures[] = [];
  for (const branch of filter.branches.toSorted((a, b) => a - b))
    groups.push(...figuresBy((await readCourses(source, { ...filter, branches: [branch] })).courses, groupBy));
  return { groups };
}

/** The figures of each group of courses. Of the measures that are not asked for there is no spread. */
export function figuresBy(
  courses: readonly Course[],
  by: Grouping,
  measures: readonly Measure[] = MEASURES,
): GroupFigures[] {
  return groupCourses(courses, by).map((group) => figuresOf(group, measures));
}

function figuresOf({ courses, ...named }: Group, measures: readonly Measure[]): GroupFigures {
  const { measured, excluded } = countMeasured(courses);
  const late = courses.filter(({ isLate }) => isLate).length;
  const spread = (of: Measure) => (measures.includes(of) ? spreadOf(timesOf(courses, of)) : null);
  return {
    ...named,
    count: courses.length,
    measured,
    preparation: spread('preparation'),
    passWait: spread('passWait'),
    gap: spread('gap'),
    visit: spread('visit'),
    expected: medianOf(courses.flatMap(({ expected }) => expected ?? [])),
    lateRate: measured === 0 ? null : late / measured,
    excluded,
    serves: servesOf(courses),
  };
}

/** F13: how many preparations count, and how many are excluded by each reason. */
export function countMeasured(courses: readonly Course[]): Pick<GroupFigures, 'measured' | 'excluded'> {
  const counts = EXCLUSIONS.map((reason) => [reason, count(courses, (course) => course.exclusion === reason)] as const);
  const excluded = counts.filter(([, of]) => of > 0);
  return {
    measured: excluded.reduce((left, [, of]) => left - of, courses.length),
    excluded: Object.fromEntries(excluded),
  };
}

export function count(courses: readonly Course[], isMet: (course: Course) => unknown): number {
  let met = 0;
  for (const course of courses) if (isMet(course)) met += 1;
  return met;
}

/** F13, F15: the times of courses by a measure, in ms, ascending. The courses of an order share one visit. */
export function timesOf(courses: readonly Course[], measure: Measure): Float64Array {
  const times: number[] = [];
  let lastOrder: number | null = null;
  for (const { times: of, orderKey } of courses) {
    const time = of[measure];
    if (time === null || (measure === 'visit' && orderKey === lastOrder)) continue;
    lastOrder = orderKey;
    times.push(time);
  }
  return Float64Array.from(times).sort();
}

/** F17: mean, maximum and percentiles of ascending times in ms, in seconds; null without any. */
export function spreadOf(times: Float64Array): Spread | null {
  const n = times.length;
  if (n === 0) return null;
  const at = (share: number) => seconds(percentileOf(times, share));
  const mean = seconds(times.reduce((sum, time) => sum + time, 0) / n);
  return { n, p50: at(0.5), p80: at(0.8), p95: at(0.95), mean, max: at(1) };
}

/** F17: the median; null without values. */
export function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : percentileOf(Float64Array.from(values).sort(), 0.5);
}

/** Converts milliseconds to seconds, rounded to the microsecond to drop rounding errors of interpolation. */
export function seconds(ms: number): number {
  return Math.round(ms * 1000) / 1_000_000;
}

/** F15d: the courses of which it is known whether *served* was pressed, and for how many it was. */
export function servesOf(courses: readonly Course[]): Serves {
  const known = courses.map(wasPressed).filter((was) => was !== null);
  return { n: known.length, pressed: known.filter((was) => was).length };
}

/** F15d: whether *served* was pressed for a course; null while that is not known. */
export function wasPressed({ readyAt, servedAt, isOpen, isPresumed }: Course): boolean | null {
  if (readyAt === null) return null;
  if (servedAt !== null) return true;
  return isOpen && !isPresumed ? null : false;
}
