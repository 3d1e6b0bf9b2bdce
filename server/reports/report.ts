import type { Measure } from '../../contract/constants';
import type {
  CourseTarget,
  DataQuality,
  Distribution,
  GroupFigures,
  HeatCell,
  PosDifference,
  ServesReport,
} from '../../contract/reports';
import { isNextDay } from '../../domain/business-day';
import { ENOUGH_COURSES, suggestedMinutes } from '../../domain/course-times';
import { weekdayOf } from '../../domain/period';
import { lateAfterMs } from '../../domain/ticket';
import { groupBy } from '../../lib/collections';
import type { Source } from '../sql/statements';
import type { ReportFilter } from './filter';
import { type Grouping, groupCourses } from './groups';
import { dataQualityOf, posDifferenceOf, servesByWorkplace } from './quality';
import { type Course, readCourses } from './read-courses';
import { count, countMeasured, figuresBy, medianOf, seconds, spreadOf, timesOf } from './summary';

const MAX_BUCKETS = 60;
const USUAL_BUCKETS = 30;
const ROUND_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const NOTHING = { n: 0, p50: null, p80: null, p95: null, mean: null, max: null };

/** What a report page shows: a period, and another one that it is compared with. */
type ReportQuestion = {
  now: ReportFilter;
  before: ReportFilter | null;
  of: Measure;
  by: Grouping;
  /** Whether the heat map shows medians. */
  hasMedians: boolean;
};

/** Figures of the period, and of the comparison. */
export type Pair<Figures> = { now: Figures; before: Figures | null };

/** Figures of one period, by several groupings. */
type PeriodFigures = {
  total: GroupFigures | null;
  groups: GroupFigures[];
  /** Preparation by course, whatever the grouping. */
  courses: GroupFigures[];
  days: GroupFigures[];
  weeks: GroupFigures[];
};

export type ReportFigures = {
  now: PeriodFigures;
  before: PeriodFigures | null;
  spread: Distribution;
  heat: HeatCell[];
  targets: CourseTarget[];
  quality: DataQuality;
  pos: PosDifference;
  serves: ServesReport;
};

/** All figures of a report page, whose courses are read once. @throws TooManyCourses */
export async function readReport(
  source: Source,
  { now, before, of, by, hasMedians }: ReportQuestion,
): Promise<ReportFigures> {
  const ofNow = await figuresNow(source, now, of, by, hasMedians);
  // Read afterwards, so that the courses of one period are in memory at a time.
  const ofBefore = before && periodFigures((await readCourses(source, before)).courses, of, by);
  return { ...ofNow, before: ofBefore };
}

async function figuresNow(source: Source, filter: ReportFilter, of: Measure, by: Grouping, hasMedians: boolean) {
  const selection = await readCourses(source, filter);
  const { courses } = selection;
  return {
    now: periodFigures(courses, of, by),
    spread: distributionOf(courses, of),
    heat: heatOf(courses, hasMedians),
    targets: targetsOf(courses),
    quality: dataQualityOf(selection),
    pos: posDifferenceOf(courses),
    serves: await servesByWorkplace(source, selection),
  };
}

/** Measures whose cards cover all courses together; cooking has a card for each course. */
const CARD_MEASURES: readonly Measure[] = ['passWait', 'gap', 'visit'];

function periodFigures(courses: readonly Course[], of: Measure, by: Grouping): PeriodFigures {
  return {
    total: figuresBy(courses, 'none', CARD_MEASURES)[0] ?? null,
    groups: figuresBy(courses, by, [of]),
    courses: figuresBy(courses, 'course', ['preparation']),
    days: figuresBy(courses, 'day', [of]),
    weeks: figuresBy(courses, 'week', [of]),
  };
}

/** F18: for each course the expected time, how well it fits, and a suggestion. */
function targetsOf(courses: readonly Course[]): CourseTarget[] {
  return groupCourses(courses, 'course').map(({ key, label, abbreviation = null, courses: of }) => {
    const spread = spreadOf(timesOf(of, 'preparation'));
    const beyond = of.flatMap(({ times: { preparation }, expected }) =>
      preparation === null || expected === null ? [] : preparation - expected * 1000,
    );
    const bias = medianOf(beyond);
    const minutes = spread && spread.n >= ENOUGH_COURSES ? suggestedMinutes(spread.p80 * 1000) : null;
    return {
      key,
      label,
      abbreviation,
      expected: newestExpected(of),
      n: spread?.n ?? 0,
      compared: beyond.length,
      bias: bias === null ? null : seconds(bias),
      overShare: beyond.length === 0 ? null : beyond.filter((ms) => ms > 0).length / beyond.length,
      p50: spread?.p50 ?? null,
      p80: spread?.p80 ?? null,
      suggestedMinutes: minutes,
      lateWithSuggested: spread === null || minutes === null ? null : count(of, isLateBy(minutes)) / spread.n,
    };
  });
}

/** Whether the preparation of a course would be late by a target, and the limits of its branch. */
function isLateBy(minutes: number): (course: Course) => boolean {
  return ({ times: { preparation }, branch, courseNumber }) =>
    preparation !== null && preparation > lateAfterMs(minutes * 60, branch.reading.limitsOf(courseNumber));
}

function newestExpected(courses: readonly Course[]): number | null {
  let newest: Course | null = null;
  for (const course of courses)
    if (course.expected !== null && course.beganAt >= (newest?.beganAt ?? Number.NEGATIVE_INFINITY)) newest = course;
  return newest?.expected ?? null;
}

/** The histogram of a measure, with its percentiles in seconds. */
function distributionOf(courses: readonly Course[], of: Measure): Distribution {
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
function heatOf(courses: readonly Course[], hasMedians: boolean): HeatCell[] {
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
