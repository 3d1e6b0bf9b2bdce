import type { MEASURES } from '../office/asked';

export type Measure = (typeof MEASURES)[number];

/** How long something took, in seconds. Percentiles are there for small n too: pages hide them. */
export type Spread = { n: number; p50: number; p80: number; p95: number; mean: number; max: number };

/** The courses of one group and what they took. */
export type Group = {
  key: string;
  label: string;
  count: number;
  /** Those with a preparation that counts. */
  measured: number;
  preparation: Spread | null;
  passWait: Spread | null;
  gap: Spread | null;
  visit: Spread | null;
  /** The median of what the POS expects, in seconds. */
  expected: number | null;
  /** 0 to 1, of those measured that have a limit; null where none has. */
  lateRate: number | null;
  excluded: Readonly<Record<string, number>>;
};

/** So many took `from` seconds and less than `from` + the width of a bucket. */
export type Bucket = { from: number; n: number };

export type Distribution = { bucketSeconds: number; buckets: readonly Bucket[]; spread: Spread | null };

/** The courses that began in an hour of a weekday. */
export type HeatCell = {
  /** ISO 8601, of the business day. */
  weekday: number;
  /** Of the branch's wall clock. */
  hour: number;
  count: number;
  measured: number;
  lateRate: number | null;
  /** Of the preparation, in seconds. */
  p50: number | null;
};

/** What a course is expected to take, beside what it takes. Seconds. */
export type Target = {
  branch: number;
  course: number;
  label: string;
  n: number;
  expected: number;
  p50: number;
  p80: number;
  lateRate: number;
  /** Measured less expected, the median of it. */
  bias: number;
  suggested: number;
  /** How many would be late with the suggested time. */
  lateRateSuggested: number;
};

/** How far the figures can be trusted. */
export type TrustFigures = {
  count: number;
  measured: number;
  withAllSteps: number;
  excluded: Readonly<Record<string, number>>;
  autoClosed: number;
  /** In branches whose POS has not told yet in what its times are. */
  unitUnknown: number;
};

/** What the POS said that a course took, less what was measured. */
export type PosAgainstUs = { n: number; medianDifference: number | null };

/** So few tell nothing: percentiles of fewer are not shown. */
export const FEWEST = 20;

/** Whether percentiles of so many are shown. */
export function isEnough(spread: Spread | null): spread is Spread {
  return spread !== null && spread.n >= FEWEST;
}
