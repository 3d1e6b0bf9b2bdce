import * as z from 'zod';
import { EXCLUSIONS } from './constants';
import { integer } from './parts';

// The figures of reports (F13 to F18). Times in seconds.

const seconds = z.number().min(0);

const spread = z.object({ n: integer, p50: seconds, p80: seconds, p95: seconds, mean: seconds, max: seconds });
/** The distribution of a time. Percentiles are given for small n too; pages hide them. */
export type Spread = z.infer<typeof spread>;

const spreadOrNone = spread.nullable().describe('In seconds; null without courses.');

const serves = z.object({ n: integer, pressed: integer });
/** F15d: the courses of which it is known whether *served* was pressed, and those of them for which it was. */
export type Serves = z.infer<typeof serves>;

const workplaceServes = serves.extend({ workplace: integer.nullable() });
/** F15e: the same of the courses of one workplace of the POS; null if the POS did not say which. */
export type WorkplaceServes = z.infer<typeof workplaceServes>;

export const servesReportShape = serves.extend({
  workplaces: z
    .array(workplaceServes)
    .describe('By the workplace that sent the start of a course, else its completion. Of the newest 5,000 courses.'),
});
/** F15d, F15e: of all courses, and by workplace, in their order; of several branches without workplaces. */
export type ServesReport = z.infer<typeof servesReportShape>;

const groupNamed = z.object({
  key: z.string(),
  label: z.string(),
  abbreviation: z.string().nullable().exactOptional().describe('With groupBy=course.'),
});
/** A group of courses. */
export type GroupNamed = z.infer<typeof groupNamed>;

const excluded = z
  .partialRecord(z.enum(EXCLUSIONS), integer)
  .describe('Number of the other courses, by the reason why they do not count.');
/** How many courses are left out of the preparation, by reason. */
type Excluded = z.infer<typeof excluded>;

const groupFigures = groupNamed.extend({
  count: integer,
  measured: integer.describe('Number of courses whose preparation counts.'),
  preparation: spreadOrNone,
  passWait: spreadOrNone,
  gap: spreadOrNone,
  visit: spreadOrNone,
  expected: seconds.nullable().describe('Median of the expected times, in seconds.'),
  lateRate: z.number().min(0).max(1).nullable().describe('Share of the measured courses.'),
  excluded,
  serves: serves.describe('Courses of which it is known whether *served* was pressed, and for how many it was.'),
});
/** F17: the figures of a group of courses. */
export type GroupFigures = z.infer<typeof groupFigures>;

export const summaryShape = z.object({ groups: z.array(groupFigures) }).meta({ id: 'Summary' });
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
