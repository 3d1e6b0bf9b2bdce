import type { Distribution, Measure } from '../../contract/reports';
import type { Scattered } from '../../lib/percentiles-in';
import type { Source } from '../sql/statements';
import { groupCourses } from './groups';
import { gatherTimes, timesOf } from './measures';
import type { ReportFilter } from './report-filter';
import { type Selection, select } from './selection';
import { spreadsBy } from './spreads';

export type DistributionQuery = ReportFilter & { of: Measure };

const MAX_BUCKETS = 60;
const USUAL_BUCKETS = 30;
const ROUND_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const NOTHING = { n: 0, p50: null, p80: null, p95: null, mean: null, max: null };

/** The histogram of a measure for the courses of a filter, with its percentiles in seconds. */
export async function distributionOf(source: Source, { of, ...filter }: DistributionQuery): Promise<Distribution> {
  const selection = await select(source, filter);
  const [spread = null] = spreadsBy(selection, 'none', of);
  const width = roundWidth(spread?.p95 ?? 0);
  const counts = new Int32Array(MAX_BUCKETS + 1);
  for (const { values, places } of timesIn(selection, of)) countInto(counts, width * 1000, values, places);
  const longer = counts[MAX_BUCKETS] as number;
  const used = longer > 0 ? MAX_BUCKETS : 1 + counts.findLastIndex((count) => count > 0);
  return {
    bucketSeconds: width,
    buckets: Array.from(counts.subarray(0, used), (count, bucket) => ({ fromSeconds: bucket * width, count })),
    beyond: longer > 0 ? { fromSeconds: MAX_BUCKETS * width, count: longer } : null,
    ...(spread ?? NOTHING),
  };
}

function timesIn(selection: Selection, of: Measure): Scattered[] {
  if (of !== 'visit') return selection.parts.map(timesOf(of));
  const { values, ends } = gatherTimes(selection, groupCourses(selection, 'none').places, of);
  return [{ values, places: Int32Array.from({ length: ends[0] ?? 0 }, (_, index) => index) }];
}

function countInto(counts: Int32Array, width: number, values: Float64Array, places: Int32Array): void {
  for (let index = 0; index < places.length; index += 1) {
    const value = values[places[index] as number] as number;
    if (Number.isNaN(value)) continue;
    const bucket = Math.min(MAX_BUCKETS, Math.floor(value / width));
    counts[bucket] = (counts[bucket] as number) + 1;
  }
}

/** A round width in seconds, with which there are some 30 buckets. */
function roundWidth(p95: number): number {
  return ROUND_SECONDS.find((width) => (p95 * 1.25) / width <= USUAL_BUCKETS) ?? 3600;
}
