import type { Measure } from '../../contract/constants';
import type { Distribution, HeatCell } from '../../contract/reports';
import { isNextDay } from '../../domain/business-day';
import { groupBy } from '../../lib/collections';
import { weekdayOf } from './groups';
import type { Course } from './read-courses';
import { count, countMeasured, medianOf, seconds, spreadOf, timesOf } from './summary';

const MAX_BUCKETS = 60;
const USUAL_BUCKETS = 30;
const ROUND_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const NOTHING = { n: 0, p50: null, p80: null, p95: null, mean: null, max: null };

/** The histogram of a measure, with its percentiles in seconds. */
export function distributionOf(courses: readonly Course[], of: Measure): Distribution {
  const times = timesOf(courses, of);
  const spread = spreadOf(times);
  const width = roundWidth(spread?.p95 ?? 0);
  const counts = new Array<number>(MAX_BUCKETS + 1).fill(0);
  for (const time of times) {
    const bucket = Math.min(MAX_BUCKETS, Math.floor(time / (width * 1000)));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const longer = counts[MAX_BUCKETS] ?? 0;
  const used = longer > 0 ? MAX_BUCKETS : 1 + counts.findLastIndex((each) => each > 0);
  return {
    bucketSeconds: width,
    buckets: counts.slice(0, used).map((each, bucket) => ({ fromSeconds: bucket * width, count: each })),
    beyond: longer > 0 ? { fromSeconds: MAX_BUCKETS * width, count: longer } : null,
    ...(spread ?? NOTHING),
  };
}

/** A round width in seconds, with which there are some 30 buckets. */
function roundWidth(p95: number): number {
  return ROUND_SECONDS.find((width) => (p95 * 1.25) / width <= USUAL_BUCKETS) ?? 3600;
}

/** F16: the figures of each hour of each weekday with at least one course, in order; `p50` is null without `hasMedians`. */
export function heatOf(courses: readonly Course[], hasMedians: boolean): HeatCell[] {
  const weekdays = new Map([...new Set(courses.map(({ day }) => day))].map((day) => [day, weekdayOf(day)]));
  /** The hours of a business day, then those after midnight: that of the cut-off may be both. */
  const placeOf = ({ day, minute, branch }: Course) =>
    ((weekdays.get(day) ?? 0) * 2 + Number(isNextDay(minute, branch))) * 24 + Math.floor(minute / 60);
  return [...groupBy(courses, placeOf)]
    .sort(([a], [b]) => a - b)
    .map(([place, of]) => {
      const median = hasMedians ? medianOf(of.flatMap(({ times }) => times.preparation ?? [])) : null;
      return {
        weekday: Math.floor(place / 48),
        hour: place % 24,
        isNextDay: Math.floor(place / 24) % 2 === 1,
        count: of.length,
        measured: countMeasured(of).measured,
        late: count(of, ({ isLate }) => isLate),
        p50: median === null ? null : seconds(median),
      };
    });
}
