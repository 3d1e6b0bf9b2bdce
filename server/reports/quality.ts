import type { DataQuality, PosDifference, ServesReport } from '../../contract/reports';
import { STEP } from '../../domain/fact';
import { SERVES_BY_WORKPLACE } from '../sql/history-statements';
import { type Int, int, type Source } from '../sql/statements';
import type { ReportFilter } from './filter';
import { type Course, readCourses, type Selection } from './read-courses';
import { count, countMeasured, medianOf, seconds, servesOf, wasPressed } from './summary';

/** How many courses are complete, measured, excluded, closed automatically or still open. */
export function dataQualityOf({ branches, courses }: Selection): DataQuality {
  const { measured, excluded } = countMeasured(courses);
  return {
    count: courses.length,
    measured,
    complete: count(courses, ({ hasStart, readyAt, servedAt }) => hasStart && readyAt !== null && servedAt !== null),
    excluded,
    autoClosed: count(courses, ({ isAutoClosed }) => isAutoClosed),
    presumedServed: count(courses, ({ isPresumed }) => isPresumed),
    open: count(courses, ({ isOpen }) => isOpen),
    unitUnknown: branches.flatMap(({ number, reading }) => (reading.unit === null ? number : [])),
  };
}

/** The median difference between the durations of the POS and the measured ones, in seconds. */
export function posDifferenceOf(courses: readonly Course[]): PosDifference {
  const differences = courses.flatMap(({ times: { preparation }, posSeconds }) =>
    preparation === null || posSeconds === null ? [] : posSeconds * 1000 - preparation,
  );
  const median = medianOf(differences);
  return { n: differences.length, median: median === null ? null : seconds(median) };
}

/** F15e: enough for a share, while more would delay other queries: each is looked up on the disk. */
const NEWEST_BY_WORKPLACE = 5_000;

/** F15d, F15e: how often *served* was pressed. @throws TooManyCourses */
export async function readServes(source: Source, filter: ReportFilter): Promise<ServesReport> {
  return servesByWorkplace(source, await readCourses(source, filter));
}

/** F15d, F15e: how often *served* was pressed; by workplace only if all courses are of one branch. */
export async function servesByWorkplace(source: Source, { branches, courses }: Selection): Promise<ServesReport> {
  const total = servesOf(courses);
  if (branches.length > 1) return { ...total, workplaces: [] };
  /** The rows of SERVES_BY_WORKPLACE: the fact with which each of the newest courses began, and whether it was pressed. */
  const facts = courses.flatMap((course) => {
    const was = wasPressed(course);
    const step = course.hasStart ? STEP.CourseStarted : STEP.CourseCompleted;
    return was === null ? [] : [[course.orderKey, course.courseNumber, step, course.beganAt, Number(was)]];
  });
  const rows = await source.$queryRawUnsafe<{ workplace: Int | null; n: Int; pressed: Int }[]>(
    SERVES_BY_WORKPLACE,
    JSON.stringify(facts.slice(-NEWEST_BY_WORKPLACE)),
  );
  const place = (workplace: number | null) => workplace ?? Number.POSITIVE_INFINITY;
  const workplaces = rows.map((row) => ({ workplace: int(row.workplace), n: int(row.n), pressed: int(row.pressed) }));
  return { ...total, workplaces: workplaces.sort((a, b) => place(a.workplace) - place(b.workplace)) };
}
