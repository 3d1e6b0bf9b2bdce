// What reports tell of courses (F13 to F18): to programs, and to pages. Times in seconds.

/** Why the preparation of a course does not count, in the order in which reasons are looked for (F13). */
export const EXCLUSIONS = ['no-start', 'no-ready', 'clock', 'bulk'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Why a course is left out of the preparation's figures, or (the last two) of all others. */
export const LEFT_OUT = [...EXCLUSIONS, 'auto-closed', 'presumed-served'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The times of a course that figures are made of (F13, F15). */
export const MEASURES = ['preparation', 'passWait', 'gap', 'visit'] as const;
export type Measure = (typeof MEASURES)[number];

/** How long something took so many times. Percentiles are there for small n too: pages hide them. */
export type Spread = { n: number; p50: number; p80: number; p95: number; mean: number; max: number };

/** A group of courses; the abbreviation is that of one course. */
export type GroupNamed = { key: string; label: string; abbreviation?: string | null };

/** F17: what a group of courses comes to. */
export type GroupFigures = GroupNamed & {
  count: number;
  /** Those with a preparation that counts. */
  measured: number;
  /** The median of what the POS expected. */
  expected: number | null;
  /** 0 to 1, of the measured courses. */
  lateRate: number | null;
  excluded: Excluded;
} & Record<Measure, Spread | null>;

/** How many courses are left out of the preparation, by the one reason of each. */
export type Excluded = Partial<Record<Exclusion, number>>;

type Bucket = { fromSeconds: number; count: number };

/** How often a time was how long. The buckets go on from zero without a gap. */
export type Distribution = {
  bucketSeconds: number;
  buckets: Bucket[];
  /** What is longer than the last bucket; null where nothing is. */
  beyond: Bucket | null;
  n: number;
} & Record<Exclude<keyof Spread, 'n'>, number | null>;

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
  /** Of the preparation. */
  p50: number | null;
};

/** F18: what the POS expects of a course beside what it takes. */
export type CourseTarget = {
  /** The course's number. */
  key: string;
  label: string;
  abbreviation: string | null;
  /** Of its newest course that has one. */
  expected: number | null;
  /** Measured courses, and those among them that had an expected time. */
  n: number;
  compared: number;
  /** The median of measured less expected: positive where it takes longer. */
  bias: number | null;
  /** 0 to 1, of the compared courses: took longer than was expected of them. */
  overShare: number | null;
  p50: number | null;
  p80: number | null;
  /** Null under 20 measured courses. */
  suggestedMinutes: number | null;
  /** 0 to 1, of the measured courses: would have been late by the suggested target and today's limit. */
  lateWithSuggested: number | null;
};

/** How far the figures of a filter can be believed. */
export type Trust = {
  count: number;
  measured: number;
  /** With start, completion and serve. */
  complete: number;
  excluded: Excluded;
  autoClosed: number;
  /** F22d: left out of waits, gaps and visits. */
  presumedServed: number;
  /** Not closed yet: what they miss may come. */
  open: number;
  /** Branches whose POS has not told yet in which unit its times are: nothing is known to be expected there. */
  unitUnknown: number[];
};

/** What the POS said that courses took, less what was measured: the median. */
export type PosAgainstUs = { n: number; median: number | null };
