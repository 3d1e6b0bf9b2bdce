import type { LeftOut } from '../../contract/constants';
import type { HistoryCourse, Overtime } from '../../contract/history';
import type { Ticket } from '../../contract/live';
import { overtimeOf } from '../../domain/course-times';
import type { Instant } from '../../domain/fact';
import { inSeconds } from '../../domain/preparation-unit';
import { type KeptTicket, type Reading, readTicket } from '../../domain/ticket';
import { groupBy } from '../../lib/collections';
import { DAY_MS } from '../../lib/time';
import { readBulks } from '../reports/bulks';
import { conditionsOf } from '../reports/filter';
import { type Course, coursesOfBranch } from '../reports/read-courses';
import {
  beganBefore,
  COURSES_BY_KEY,
  COURSES_SINCE,
  countNear,
  courseByCourse,
  FIRST_COURSE,
  nearCourses,
  orderByOrder,
} from '../sql/history-statements';
import { type BranchReading, branchReadings } from '../sql/load-statements';
import { type Condition, type Int, int, type Source } from '../sql/statements';
import { type TicketRow, ticketOfRow } from '../sql/tickets';
import type { CourseCursor, CourseFilter, TicketKey } from './course-filter';

export type CoursePage = { courses: HistoryCourse[]; next: CourseCursor | null };

type NameRow = Pick<TicketRow, 'courseNumber' | 'courseName' | 'abbreviation' | 'sequence'>;

/** The courses of a branch since an instant (POS time), each once with its newest name, in course order. */
export async function recentCourses(
  source: Source,
  { branch, since }: { branch: number; since: Instant },
): Promise<Ticket['course'][]> {
  const rows = await source.$queryRawUnsafe<NameRow[]>(COURSES_SINCE, branch, since);
  const courses = new Map<number, Ticket['course']>();
  for (const { courseNumber, courseName: name, abbreviation, sequence } of rows) {
    const number = int(courseNumber);
    if (!courses.has(number)) courses.set(number, { number, name, abbreviation, sequence: int(sequence) });
  }
  const placeOf = ({ sequence, number }: Ticket['course']) => sequence ?? number;
  return [...courses.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Number of the newest courses that are checked one by one for a page of `limit`. A page that is not full after them
 * spans more than them, so reading all pages of a branch reads everything at most courses / nearby times.
 */
const nearbyFor = (limit: number) => Math.max(20_000, 100 * limit);

/**
 * Courses of a branch, newest first by `startedAt ?? readyAt ?? servedAt`, then by id; open ones included. Those that were
 * completed or served in bulk have the mark `bulk` (F14).
 * @param nearby number of the newest courses that are searched first, before everything
 */
export async function historyPage(
  source: Source,
  filter: CourseFilter,
  nearby: number = nearbyFor(filter.limit),
): Promise<CoursePage> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return { courses: [], next: null };
  const rows = needsFigures(filter)
    ? await source.$queryRawUnsafe<TicketRow[]>(
        COURSES_BY_KEY,
        JSON.stringify(await newestByFigures(source, filter, branch)),
      )
    : await rowsOf(source, filter, branch, nearby);
  const page = rows.slice(0, filter.limit);
  const courses = page.map((row) => historyCourse(row, branch.reading, filter.now));
  await markBulks(
    source,
    courses.map(({ ticket }) => ticket),
  );
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return { courses, next: last ? cursorOf(last) : null };
}

function cursorOf({ beganAt, orderKey, courseNumber, round }: TicketRow): CourseCursor {
  return { beganAt: int(beganAt), orderKey: int(orderKey), courseNumber: int(courseNumber), round: int(round) };
}

/** More courses than this are not counted one by one, because that would delay the page. */
const COUNTED = 50_000;

/**
 * Number of matching courses over all pages, without limit and cursor of the filter. Null if the range has too many to
 * count quickly.
 */
export async function countHistory(
  source: Source,
  filter: CourseFilter,
  maxCount: number = COUNTED,
): Promise<number | null> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return 0;
  if (needsFigures(filter)) return (await matching(source, filter, branch, filter)).length;
  const { texts, values } = parts(sqlConditions(filter, branch));
  const range = [filter.branch, ...rangeOf({ ...filter, cursor: null })] as const;
  if (texts.length > 0 && (await edgeOf(source, range, maxCount)) !== null) return null;
  const [found] = await source.$queryRawUnsafe<{ count: Int }[]>(countNear(texts), ...range, ...values);
  return int(found?.count ?? 0);
}

/** The SQL conditions of a filter, without branch, range and cursor, and without those that only figures decide. */
export function sqlConditions(filter: CourseFilter, branch: BranchReading): Condition[] {
  const conditions = conditionsOf(filter, branch, filter.now);
  if (filter.tickets) conditions.push([IS_ONE_OF, JSON.stringify(filter.tickets)]);
  return conditions;
}

const IS_ONE_OF = `(t."orderKey", t."courseNumber", t."round") IN
  (SELECT CAST(value->>0 AS INTEGER), CAST(value->>1 AS INTEGER), CAST(value->>2 AS INTEGER) FROM json_each(?))`;

type Range = readonly [branch: number, from: Instant, to: Instant];

/** One more than the limit, so that the caller knows whether there is a next page. */
async function rowsOf(
  source: Source,
  filter: CourseFilter,
  branch: BranchReading,
  nearby: number,
): Promise<TicketRow[]> {
  const wanted = sqlConditions(filter, branch);
  const { texts, values } = parts(filter.cursor ? [...wanted, afterCursor(filter.cursor)] : wanted);
  const limit = filter.limit + 1;
  const [from, to] = rangeOf(filter);
  const near = (since: Instant) =>
    source.$queryRawUnsafe<TicketRow[]>(nearCourses(texts, limit), filter.branch, since, to, ...values);
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

/** Whether only the figures of courses decide about a filter. */
export function needsFigures({ leftOut, took }: CourseFilter): boolean {
  return leftOut !== null || took !== null;
}

/** The courses in a range that match a filter, also by their figures. @throws TooManyCourses */
export async function matching(
  source: Source,
  filter: CourseFilter,
  branch: BranchReading,
  range: { from: Instant | null; to: Instant | null },
): Promise<Course[]> {
  const courses = await coursesOfBranch(source, branch, range, sqlConditions(filter, branch));
  return courses.filter((course) => isLeftOut(course, filter.leftOut) && tookAsLong(course, filter.took));
}

function isLeftOut(course: Course, why: LeftOut | null): boolean {
  if (why === null) return true;
  if (why === 'auto-closed') return course.isAutoClosed;
  return why === 'presumed-served' ? course.isPresumed : course.exclusion === why;
}

function tookAsLong({ times }: Course, took: CourseFilter['took']): boolean {
  if (took === null) return true;
  const ms = times[took.of];
  return (
    ms !== null && ms >= (took.atLeastMs ?? Number.NEGATIVE_INFINITY) && ms < (took.underMs ?? Number.POSITIVE_INFINITY)
  );
}

/** The days that are searched first, the newest; then twice as many, and so on. */
const FIRST_SEARCHED_MS = 31 * DAY_MS;

/** The keys of the newest matching courses after the cursor: one more than the limit, if there are as many. */
async function newestByFigures(source: Source, filter: CourseFilter, branch: BranchReading): Promise<TicketKey[]> {
  const [first] = await source.$queryRawUnsafe<{ beganAt: Int | null; lastBeganAt: Int | null }[]>(
    FIRST_COURSE,
    filter.branch,
  );
  const [from, end] = rangeOf(filter);
  const oldest = Math.max(from, int(first?.beganAt ?? null) ?? 0);
  let to = Math.min(end, (int(first?.lastBeganAt ?? null) ?? 0) + 1);
  const found: Course[] = [];
  for (let length = FIRST_SEARCHED_MS; to > oldest && found.length <= filter.limit; length *= 2) {
    const since = Math.max(oldest, to - length);
    const ofRange = await matching(source, filter, branch, { from: since, to });
    found.push(...ofRange.filter((course) => isAfter(filter.cursor, course)).sort(newestFirst));
    to = since;
  }
  return found.slice(0, filter.limit + 1).map((course) => [course.orderKey, course.courseNumber, course.round]);
}

function newestFirst(a: CourseCursor, b: CourseCursor): number {
  return b.beganAt - a.beganAt || b.orderKey - a.orderKey || b.courseNumber - a.courseNumber || b.round - a.round;
}

function isAfter(cursor: CourseCursor | null, course: Course): boolean {
  return cursor === null || newestFirst(cursor, course) < 0;
}

/** F14: adds the mark `bulk` to tickets that were completed or served in bulk. Changes the tickets. */
export async function markBulks(source: Source, tickets: readonly Ticket[]): Promise<void> {
  const instantOf = (text: string | null) => (text === null ? null : Date.parse(text));
  const stepsOf = ({ readyAt, servedAt }: Ticket) => ({ readyAt: instantOf(readyAt), servedAt: instantOf(servedAt) });
  for (const [branch, of] of groupBy(tickets, (ticket) => ticket.branch)) {
    const isInBulk = await readBulks(source, branch, of.map(stepsOf));
    for (const ticket of of) if (isInBulk(stepsOf(ticket))) ticket.marks.push('bulk');
  }
}

/** A stored row as a course of history. `now` is the branch's current POS time, by which an open course is late or not. */
export function historyCourse(row: TicketRow, reading: Reading, now: Instant): HistoryCourse {
  const ticket = ticketOfRow(row);
  return {
    ticket: readTicket(ticket, reading),
    businessDay: row.businessDay,
    overtime: overtimeOfTicket(ticket, reading, now),
  };
}

/** By how much a stored ticket exceeded its limits, in ms (F11). `now` is the branch's current POS time. */
function overtimeOfTicket(ticket: KeptTicket, { unit, limitsOf }: Reading, now: Instant): Overtime {
  return overtimeOf(ticket, inSeconds(ticket.expectedRaw, unit), limitsOf(ticket.course.number), now);
}

/** When a course began (`beganAtOf`), in epoch ms. */
export function beganAt({ startedAt, readyAt, servedAt }: Ticket): Instant {
  return Date.parse(startedAt ?? readyAt ?? servedAt ?? '');
}
