import type { MEASURES } from '../../domain/course-times';

export type Measure = (typeof MEASURES)[number];

/** How long something took so many times, in seconds. Percentiles are there for small n too: pages hide them. */
export type Spread = { n: number; p50: number; p80: number; p95: number; mean: number; max: number };

/** The courses of one group and what they took. */
export type Group = {
  key: string;
  label: string;
  count: number;
  /** Those with a preparation that counts. */
  measured: number;
  /** The median of what the POS expects, in seconds. */
  expected: number | null;
  /** 0 to 1, of the measured courses. */
  lateRate: number | null;
} & Record<Measure, Spread | null>;

type Bucket = { fromSeconds: number; count: number };

/** How often a time was how long. The buckets go on from zero without a gap. */
export type Distribution = {
  bucketSeconds: number;
  buckets: readonly Bucket[];
  /** What is longer than the last bucket. */
  beyond: Bucket | null;
  n: number;
  p50: number | null;
  p80: number | null;
  p95: number | null;
};

/** The courses that began in an hour of a weekday. */
export type HeatCell = {
  /** ISO 8601, of the business day. */
  weekday: number;
  /** Of the branch's wall clock. */
  hour: number;
  count: number;
  measured: number;
  /** Of those measured. */
  late: number;
  /** Of the preparation, in seconds. */
  p50: number | null;
};

/** What a course is expected to take, beside what it takes. Seconds. */
export type CourseTarget = {
  /** The course's number. */
  key: string;
  label: string;
  /** Of its newest course that has one. */
  expected: number | null;
  /** Measured courses, and those among them that had an expected time. */
  n: number;
  compared: number;
  /** The median of measured less expected. */
  bias: number | null;
  /** 0 to 1, of those compared: took longer than was expected of them. */
  overShare: number | null;
  p50: number | null;
  p80: number | null;
  /** Null where too few were measured. */
  suggestedMinutes: number | null;
  /** 0 to 1, of the measured courses: would have been late by the suggested time. */
  lateWithSuggested: number | null;
};

/** How far the figures can be trusted. */
export type TrustFigures = {
  count: number;
  measured: number;
  /** With start, completion and serve. */
  complete: number;
  excluded: Readonly<Partial<Record<Exclusion, number>>>;
  autoClosed: number;
  /** Not closed yet: what they miss may come. */
  open: number;
};

export const EXCLUSIONS = ['no-start', 'no-ready', 'clock', 'bulk'] as const;
type Exclusion = (typeof EXCLUSIONS)[number];

/** What the POS said that courses took, less what was measured: the median, in seconds. */
export type PosAgainstUs = { n: number; median: number | null };

/** So few tell nothing: percentiles of fewer are not shown. */
export const FEWEST = 20;

/** A spread whose percentiles are shown; null where there are too few. */
export function shown(spread: Spread | null): Spread | null {
  return spread !== null && spread.n >= FEWEST ? spread : null;
}
