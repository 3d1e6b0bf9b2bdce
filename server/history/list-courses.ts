import type { HistoryCourse } from '../../contract/history';
import type { Instant } from '../../domain/fact';
import { type BranchReading, branchReadings } from '../sql/branch-readings';
import type { Condition } from '../sql/conditions';
import {
  beganBefore,
  COURSES_BY_KEY,
  countNear,
  courseByCourse,
  nearCourses,
  orderByOrder,
} from '../sql/history-statements';
import { type Int, int } from '../sql/int';
import type { Source } from '../sql/statements';
import type { TicketRow } from '../sql/ticket-row';
import { type CourseCursor, type CourseFilter, conditionsOf, type TicketKey } from './course-filter';
import { historyCourse } from './history-course';

export type CoursePage = { courses: HistoryCourse[]; next: CourseCursor | null };

type CourseRow = TicketRow & { beganAt: Int };

/**
 * Number of the newest courses that are checked one by one for a page of `limit`. A page that is not full after them
 * spans more than them, so reading all pages of a branch reads everything at most courses / nearby times.
 */
const nearbyFor = (limit: number) => Math.max(20_000, 100 * limit);

/**
 * Courses of a branch, newest first by `startedAt ?? readyAt ?? servedAt`, then by id; open ones included.
 * @param nearby number of the newest courses that are searched first, before everything
 */
export async function courseRows(
  source: Source,
  filter: CourseFilter,
  nearby: number = nearbyFor(filter.limit),
): Promise<CoursePage> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return { courses: [], next: null };

  return pageOf(await rowsOf(source, filter, branch, nearby), filter, branch);
}

/** A page of the courses with these keys. One key more than `filter.limit` indicates another page. */
export async function coursesOfKeys(
  source: Source,
  filter: CourseFilter,
  keys: readonly TicketKey[],
): Promise<CoursePage> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return { courses: [], next: null };
  return pageOf(await source.$queryRawUnsafe<CourseRow[]>(COURSES_BY_KEY, JSON.stringify(keys)), filter, branch);
}

function pageOf(rows: readonly CourseRow[], { limit, now }: CourseFilter, { reading }: BranchReading): CoursePage {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    courses: page.map((row) => historyCourse(row, reading, now)),
    next: last
      ? {
          beganAt: int(last.beganAt),
          orderKey: int(last.orderKey),
          courseNumber: int(last.courseNumber),
          round: int(last.round),
        }
      : null,
  };
}

/** More courses than this are not counted one by one, because that would delay the page. */
const COUNTED = 50_000;

/**
 * Number of matching courses over all pages, without limit and cursor of the filter. Null if the range has too many to
 * count quickly.
 */
export async function countCourses(
  source: Source,
  filter: CourseFilter,
  maxCount: number = COUNTED,
): Promise<number | null> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return 0;
  const { texts, values } = parts(conditionsOf(filter, branch));
  const range = [filter.branch, ...rangeOf({ ...filter, cursor: null })] as const;
  if (texts.length > 0 && (await edgeOf(source, range, maxCount)) !== null) return null;
  const [found] = await source.$queryRawUnsafe<{ count: Int }[]>(countNear(texts), ...range, ...values);
  return int(found?.count ?? 0);
}

type Range = readonly [branch: number, from: Instant, to: Instant];

/** One more than the limit, so that the caller knows whether there is a next page. */
async function rowsOf(
  source: Source,
  filter: CourseFilter,
  branch: BranchReading,
  nearby: number,
): Promise<CourseRow[]> {
  const wanted = conditionsOf(filter, branch);
  const { texts, values } = parts(filter.cursor ? [...wanted, afterCursor(filter.cursor)] : wanted);
  const limit = filter.limit + 1;
  const [from, to] = rangeOf(filter);
  const near = (since: Instant) =>
    source.$queryRawUnsafe<CourseRow[]>(nearCourses(texts, limit), filter.branch, since, to, ...values);
  if (wanted.length === 0) return near(from);

  const range = [filter.branch, from, to] as const;
  const edge = await edgeOf(source, range, nearby);
  const found = await near(edge ?? from);
  if (edge === null || found.length === limit) return found;
  return isOfOrders(filter, wanted)
    ? source.$queryRawUnsafe(orderByOrder(texts, limit, filter.table !== null), ...range, ...values, filter.branch)
    : source.$queryRawUnsafe(courseByCourse(texts, limit, filter.orderKind !== null), ...range, ...values);
}

/** Start of the course after the `nearby` newest ones in the range; null if there are fewer. */
async function edgeOf(source: Source, range: Range, nearby: number): Promise<Instant | null> {
  const [edge] = await source.$queryRawUnsafe<{ beganAt: Int }[]>(beganBefore(nearby), ...range);
  return edge ? int(edge.beganAt) : null;
}

/**
 * Whether searching by order is faster. A branch may have no orders of a kind, but with further conditions the courses
 * select fewer rows than the kind.
 */
function isOfOrders({ q, table, guests, orderKind }: CourseFilter, wanted: readonly Condition[]): boolean {
  return q !== null || table !== null || guests !== null || (orderKind !== null && wanted.length === 1);
}

function parts(conditions: readonly Condition[]): { texts: string[]; values: (string | number)[] } {
  return { texts: conditions.map(([sql]) => sql), values: conditions.flatMap(([, ...bound]) => bound) };
}

/**
 * Always a range: without one the planner uses another index of the branch and sorts all of it. It ends at the cursor,
 * because otherwise every newer course would be read and skipped.
 */
function rangeOf({ from, to, cursor }: Pick<CourseFilter, 'from' | 'to' | 'cursor'>): [from: Instant, to: Instant] {
  const end = to ?? Number.MAX_SAFE_INTEGER;
  return [from ?? 0, cursor ? Math.min(end, cursor.beganAt + 1) : end];
}

function afterCursor({ beganAt, orderKey, courseNumber, round }: CourseCursor): Condition {
  const sql = '(t."beganAt", t."orderKey", t."courseNumber", t."round") < (?, ?, ?, ?)';
  return [sql, beganAt, orderKey, courseNumber, round];
}
