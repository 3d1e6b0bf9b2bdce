import type { Measure } from '../../../domain/course-times';
import type { Distribution } from '../../../domain/report-figures';
import type { Source } from '../source';
import { groupCourses } from './groups';
import { gatherTimes } from './measures';
import type { ReportFilter } from './report-filter';
import { select } from './selection';
import { spreadsBy } from './spreads';

/** Null for a width that is round and gives some thirty buckets. */
export type DistributionAsked = ReportFilter & { of: Measure; bucketSeconds: number | null };

const MOST_BUCKETS = 60;
const USUAL_BUCKETS = 30;
const ROUND_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const NOTHING = { p50: null, p80: null, p95: null, mean: null, max: null };

/** The distribution behind the percentiles of a filter. */
export async function distributionOf(
  source: Source,
  { of, bucketSeconds, ...filter }: DistributionAsked,
): Promise<Distribution> {
  const selection = await select(source, filter);
  const [spread = null] = spreadsBy(selection, 'none', of);
  const { values, ends } = gatherTimes(selection, groupCourses(selection, 'none').places, of);
  const n = ends[0] ?? 0;
  const width = bucketSeconds ?? roundWidth(spread?.p95 ?? 0);
  const counts = new Int32Array(MOST_BUCKETS + 1);
  for (let at = 0; at < n; at += 1) {
    const bucket = Math.min(MOST_BUCKETS, Math.floor((values[at] as number) / (width * 1000)));
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  const longer = counts[MOST_BUCKETS] as number;
  const used = longer > 0 ? MOST_BUCKETS : 1 + counts.findLastIndex((count) => count > 0);
  return {
    bucketSeconds: width,
    buckets: Array.from(counts.subarray(0, used), (count, bucket) => ({ fromSeconds: bucket * width, count })),
    beyond: longer > 0 ? { fromSeconds: MOST_BUCKETS * width, count: longer } : null,
    n,
    ...(spread ?? NOTHING),
  };
}

function roundWidth(p95: number): number {
  return ROUND_SECONDS.find((width) => (p95 * 1.25) / width <= USUAL_BUCKETS) ?? 3600;
}
