// The figures of reports (F13 to F18). Times in seconds.

/** Why the preparation of a course does not count; the first reason that applies is given (F13). */
export const EXCLUSIONS = ['no-start', 'no-ready', 'clock', 'bulk'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Why a course is left out of the figures of preparation, or (the last two) of all others. */
export const LEFT_OUT = [...EXCLUSIONS, 'auto-closed', 'presumed-served'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The times of a course that are measured (F13, F15). */
export const MEASURES = ['preparation', 'passWait', 'gap', 'visit'] as const;
export type Measure = (typeof MEASURES)[number];

/** The distribution of a time. Percentiles are given for small n too; pages hide them. */
export type Spread = { n: number; p50: number; p80: number; p95: number; mean: number; max: number };

/** A group of courses. Groups by course have an abbreviation. */
export type GroupNamed = { key: string; label: string; abbreviation?: string | null };

/** F15d: the courses of which it is known whether *served* was pressed, and those of them for which it was. */
export type Serves = { n: number; pressed: number };

/** F15e: the same of the courses of one workplace of the POS; null if the POS did not say which. */
export type WorkplaceServes = Serves & { workplace: number | null };

/** F15d, F15e: of all courses, and by workplace, in their order; of several branches without workplaces. */
export type ServesReport = Serves & { workplaces: WorkplaceServes[] };

/** F17: the figures of a group of courses. */
export type GroupFigures = GroupNamed & {
  count: number;
  /** Courses with a preparation that counts. */
  measured: number;
  /** The median of what the POS expected. */
  expected: number | null;
  /** 0 to 1, of the measured courses. */
  lateRate: number | null;
  excluded: Excluded;
  serves: Serves;
} & Record<Measure, Spread | null>;

/** How many courses are left out of the preparation, by reason. */
export type Excluded = Partial<Record<Exclusion, number>>;

type Bucket = { fromSeconds: number; count: number };

/** A histogram. The buckets start at zero and have no gaps. */
export type Distribution = {
  bucketSeconds: number;
  buckets: Bucket[];
  /** Everything beyond the last bucket; null for nothing. */
  beyond: Bucket | null;
  n: number;
} & Record<Exclude<keyof Spread, 'n'>, number | null>;

/** The courses that started in an hour of a weekday. */
export type HeatCell = {
  /** ISO 8601, of the business day. */
  weekday: number;
  /** In the branch's local time. */
  hour: number;
  /** Whether that is the calendar day after the business day: after midnight, before the cut-off. */
  isNextDay: boolean;
  count: number;
  measured: number;
  /** Of those measured. */
  late: number;
  /** Of the preparation. */
  p50: number | null;
};

/** F18: the time that the POS expects of a course, against the measured time. */
export type CourseTarget = {
  /** The course's number. */
  key: string;
  label: string;
  abbreviation: string | null;
  /** The newest expected time. */
  expected: number | null;
  /** Measured courses, and those of them with an expected time. */
  n: number;
  compared: number;
  /** The median of measured minus expected time. */
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

/** The data quality behind the figures of a filter. */
export type DataQuality = {
  count: number;
  measured: number;
  /** Courses with start, completion and serve. */
  complete: number;
  excluded: Excluded;
  autoClosed: number;
  /** F22d: left out of waits, gaps and visits. */
  presumedServed: number;
  /** Courses that are not closed yet. */
  open: number;
  /** Branches whose POS's unit of time is still unknown: their courses have no expected time. */
  unitUnknown: number[];
};

/** The median of the POS's own preparation time minus the measured one. */
export type PosDifference = { n: number; median: number | null };
