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
import type { Source } from '../sql/statements';
import { distributionOf, heatOf } from './distribution';
import type { ReportFilter } from './filter';
import type { Grouping } from './groups';
import { dataQualityOf, posDifferenceOf, servesByWorkplace } from './quality';
import { type Course, readCourses } from './read-courses';
import { figuresBy } from './summary';
import { targetsOf } from './targets';

/** What a report page shows: a period, and another one that it is compared with. */
export type ReportQuestion = {
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
