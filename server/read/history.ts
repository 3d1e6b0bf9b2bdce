import { lastCutOff } from '../../domain/business-day';
import type { Instant, OrderKind } from '../../domain/fact';
import type { Ticket } from '../../domain/live-contract';
import { inSeconds } from '../../domain/preparation-unit';
import { NO_SERVICE } from '../../domain/service-at';
import { readTicket } from '../../domain/ticket';
import { beganBefore, courseByCourse, nearCourses, orderByOrder } from '../sql/history-statements';
import { selectTickets, TICKETS_WITH_ORDERS } from '../sql/load-statements';
import { int, type TicketRow, ticketOfRow } from '../sql/ticket-row';
import { type BranchReading, branchReadings } from './branch-readings';
import { servicesOf } from './reports/services-of';
import type { Source } from './source';

/** Where a page of history ended: the last course that was told. */
export type CourseCursor = { beganAt: Instant; orderKey: number; courseNumber: number; round: number };

export type CourseFilter = {
  branch: number;
  /** POS time, half-open. */
  from: Instant | null;
  to: Instant | null;
  /** A number or an abbreviation. */
  course: string | null;
  table: { number: string; subNumber: string | null } | null;
  service: string | null;
  orderKind: OrderKind | null;
  state: 'started' | 'ready' | 'served' | null;
  late: boolean | null;
  /** In table, order number, name. */
  q: string | null;
  limit: number;
  cursor: CourseCursor | null;
  /** The branch's now: by it a course that still cooks is late or not. */
  now: Instant;
};

/** A course as the contract tells it, with the business day that it belongs to. */
export type HistoryCourse = { ticket: Ticket; businessDay: string };

export type CoursePage = { courses: HistoryCourse[]; next: CourseCursor | null };

type CourseRow = TicketRow & { beganAt: number | bigint };

/**
 * So many courses are looked at one by one, for a page of `limit`. A page that is not full after them spans more than
 * them: whoever reads all pages of a branch goes through everything at most courses / nearby times.
 */
const nearbyFor = (limit: number) => Math.max(20_000, 100 * limit);

/**
 * Courses of a branch, newest first by `startedAt ?? readyAt ?? servedAt`, then by id; open ones included.
 * @param nearby what fits is looked for among so many of the newest, and only then everywhere
 */
export async function courseRows(
  source: Source,
  filter: CourseFilter,
  nearby: number = nearbyFor(filter.limit),
): Promise<CoursePage> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return { courses: [], next: null };

  const rows = await rowsOf(source, filter, branch, nearby);
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return {
    courses: page.map((row) => ({
      ticket: readTicket(ticketOfRow(row), branch.reading),
      businessDay: row.businessDay,
    })),
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

/** One more than the limit, so that the caller knows whether there is a next page. */
async function rowsOf(
  source: Source,
  filter: CourseFilter,
  branch: BranchReading,
  nearby: number,
): Promise<CourseRow[]> {
  const wanted = conditionsOf(filter, branch);
  const conditions = filter.cursor ? [...wanted, afterCursor(filter.cursor)] : wanted;
  const limit = filter.limit + 1;
  const texts = conditions.map(([sql]) => sql);
  const values = conditions.flatMap(([, ...bound]) => bound);
  const [from, to] = rangeOf(filter);
  const near = (since: Instant) =>
    source.$queryRawUnsafe<CourseRow[]>(nearCourses(texts, limit), filter.branch, since, to, ...values);
  if (wanted.length === 0) return near(from);

  const range = [filter.branch, from, to] as const;
  const [edge] = await source.$queryRawUnsafe<{ beganAt: number | bigint }[]>(beganBefore(nearby), ...range);
  const found = await near(edge ? int(edge.beganAt) : from);
  if (!edge || found.length === limit) return found;
  // A kind alone may be one that the branch never has; with more that is asked, the courses leave fewer than it does.
  const isKindOnly = filter.orderKind !== null && wanted.length === 1;
  return filter.q !== null || filter.table !== null || isKindOnly
    ? source.$queryRawUnsafe(orderByOrder(texts, limit, filter.table !== null), ...range, ...values, filter.branch)
    : source.$queryRawUnsafe(courseByCourse(texts, limit, filter.orderKind !== null), ...range, ...values);
}

/**
 * A range in any case: without one the planner takes another index of the branch and sorts all of it. The cursor bounds
 * it too: by its condition alone every course that is newer would be read and left out.
 */
function rangeOf({ from, to, cursor }: CourseFilter): [from: Instant, to: Instant] {
  const end = to ?? Number.MAX_SAFE_INTEGER;
  return [from ?? 0, cursor ? Math.min(end, cursor.beganAt + 1) : end];
}

function afterCursor({ beganAt, orderKey, courseNumber, round }: CourseCursor): Condition {
  const sql = '(t."beganAt", t."orderKey", t."courseNumber", t."round") < (?, ?, ?, ?)';
  return [sql, beganAt, orderKey, courseNumber, round];
}

export type EveningQuestion = { branch: number; number: string; subNumber: string; now: Instant };

/** Every course of a table since the branch's last cut-off, oldest first. */
export async function eveningOf(
  source: Source,
  { branch: branchNumber, ...table }: EveningQuestion,
): Promise<Ticket[]> {
  const branch = (await branchReadings(source)).get(branchNumber);
  if (!branch) return [];
  const statement = `${selectTickets(`${TICKETS_WITH_ORDERS} WHERE t."branch" = ? AND t."beganAt" >= ? AND o."tableNumber" = ? AND o."tableSubNumber" = ?`)}
    ORDER BY t."beganAt", t."orderKey", t."courseNumber", t."round"`;
  const since = lastCutOff(table.now, branch);
  const rows = await source.$queryRawUnsafe<TicketRow[]>(statement, branchNumber, since, table.number, table.subNumber);
  return rows.map((row) => readTicket(ticketOfRow(row), branch.reading));
}

export type Condition = [sql: string, ...values: (string | number)[]];

const STATES = {
  started: 't."servedAt" IS NULL AND t."readyAt" IS NULL',
  ready: 't."servedAt" IS NULL AND t."readyAt" IS NOT NULL',
  served: 't."servedAt" IS NOT NULL',
} as const;

/** What is asked of a course beside branch, range and cursor. */
function conditionsOf(filter: CourseFilter, branch: BranchReading): Condition[] {
  const conditions: Condition[] = [];
  if (filter.course !== null) conditions.push(courseCondition(filter.course));
  if (filter.table) conditions.push(['o."tableNumber" = ?', filter.table.number]);
  if (filter.table?.subNumber) conditions.push(['o."tableSubNumber" = ?', filter.table.subNumber]);
  if (filter.service !== null) conditions.push(serviceCondition(filter.service, branch));
  if (filter.orderKind !== null) conditions.push(['o."kind" = ?', filter.orderKind]);
  if (filter.state !== null) conditions.push([STATES[filter.state]]);
  if (filter.late !== null) conditions.push(lateCondition(filter.late, filter.now, branch));
  if (filter.q !== null) conditions.push(textCondition(filter.q));
  return conditions;
}

function courseCondition(course: string): Condition {
  const number = /^-?\d{1,9}$/.test(course) ? Number(course) : null;
  return number === null
    ? ['lower(t."abbreviation") = lower(?)', course]
    : ['(t."courseNumber" = ? OR lower(t."abbreviation") = lower(?))', number, course];
}

function serviceCondition(name: string, branch: BranchReading): Condition {
  const services = servicesOf(branch);
  const named = services.find((service) => service.name.toLowerCase() === name.toLowerCase());
  const none = { from: 0, until: name === NO_SERVICE ? (services[0]?.from ?? 0) : 0 };
  const { from, until } = named ?? none;
  const day = 24 * 60;
  return [`(t."localMinute" - ${branch.cutOffMinute} + ${day}) % ${day} BETWEEN ? AND ?`, from, until - 1];
}

/** Ready, or still cooking, past the cooking limit (F11), in whole milliseconds as the limits are. */
function lateCondition(late: boolean, now: Instant, branch: BranchReading): Condition {
  const { unit, limitsOf } = branch.reading;
  const secondsPerRaw = inSeconds(1, unit);
  const limitOf = (course: number) => {
    const { latePercent, fallbackLateMs } = limitsOf(course);
    const expected = secondsPerRaw === null ? null : `round(t."expectedRaw" * ${secondsPerRaw * 10 * latePercent})`;
    return expected === null
      ? `${fallbackLateMs}`
      : `CASE WHEN t."expectedRaw" > 0 THEN ${expected} ELSE ${fallbackLateMs} END`;
  };
  // A course without settings of its own has the limits of any such course.
  const own = [
    ...new Set(
      branch.settings.flatMap(({ branch: of, course }) => (of === branch.number && course !== null ? [course] : [])),
    ),
  ];
  const other = 1 + Math.max(0, ...own);
  const cases = own.map((course) => `WHEN ${course} THEN ${limitOf(course)}`).join(' ');
  const limit = own.length === 0 ? limitOf(other) : `CASE t."courseNumber" ${cases} ELSE ${limitOf(other)} END`;
  const until = `coalesce(t."readyAt", CASE WHEN t."closedAt" IS NULL THEN ${Math.round(now)} END)`;
  const isLate = `(t."startedAt" IS NOT NULL AND ${until} IS NOT NULL AND ${until} - t."startedAt" > ${limit})`;
  return [late ? isLate : `NOT ${isLate}`];
}

/** Where a text is found in an order `o`. */
export function textCondition(q: string): Condition {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    `(o."tableName" LIKE ? ESCAPE '\\' OR o."tableNumber" = ? OR CAST(o."number" AS TEXT) = ? OR CAST(o."ticketNumber" AS TEXT) = ?)`,
    like,
    q,
    q,
    q,
  ];
}
