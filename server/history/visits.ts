import type { HistoryVisit } from '../../contract/history';
import type { Ticket } from '../../contract/live';
import { lastCutOff, nextCutOff } from '../../domain/business-day';
import { isForgotten, overtimeOf, visitMs } from '../../domain/course-times';
import type { Instant } from '../../domain/fact';
import { inSeconds } from '../../domain/preparation-unit';
import { type Reading, readTicket } from '../../domain/ticket';
import { waitsForFood } from '../../domain/usual-wait';
import { groupBy } from '../../lib/collections';
import { COURSES_OF_ORDERS, COURSES_OF_TABLE, courseOutcomes } from '../sql/history-statements';
import { branchReadings } from '../sql/load-statements';
import { type Int, int, type Source } from '../sql/statements';
import { actionEffectsOf, presumedOf, type TicketRow, ticketOfRow } from '../sql/tickets';
import type { CourseFilter } from './course-filter';
import { beganAt, historyCourse, matching, needsFigures, sqlConditions } from './list-courses';

type VisitFigures = Omit<HistoryVisit, 'courses' | 'visitMs'>;

type VisitsQuestion = { filter: CourseFilter & { from: Instant; to: Instant }; offset: number };

export type Visits = {
  visits: HistoryVisit[];
  total: number;
  /** The number of matching courses in all these orders. */
  count: number;
};

type Row = Pick<
  TicketRow,
  | 'orderKey'
  | 'courseNumber'
  | 'startedAt'
  | 'readyAt'
  | 'servedAt'
  | 'closedAt'
  | 'closedBy'
  | 'expectedRaw'
  | 'effects'
  | 'presumedAt'
  | 'presumedReason'
> & { fits: Int };

/**
 * The orders with a matching course, worst first: by how far their courses exceeded their limits, then by the longest
 * wait. An order includes all its courses of the range, even those that the filter excludes; the length of its visit
 * includes those outside the range too (F15c).
 */
export async function listVisits(source: Source, { filter, offset }: VisitsQuestion): Promise<Visits> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return { visits: [], total: 0, count: 0 };
  const conditions = sqlConditions(filter, branch);
  const rows = await source.$queryRawUnsafe<Row[]>(
    courseOutcomes(conditions.map(([sql]) => sql)),
    ...conditions.flatMap(([, ...values]) => values),
    filter.branch,
    filter.from,
    filter.to,
  );
  const orders = [...groupBy(rows, ({ orderKey }) => int(orderKey)).values()];
  const matches = needsFigures(filter)
    ? (await matching(source, filter, branch, filter)).map(({ orderKey }) => orderKey)
    : rows.flatMap(({ fits, orderKey }) => (int(fits) === 1 ? int(orderKey) : []));
  const isListed = new Set(matches);
  const ranked = orders
    .filter(([first]) => first !== undefined && isListed.has(int(first.orderKey)))
    .map((order) => figuresOf(order, branch.reading, filter.now))
    .sort(worstFirst);
  const page = ranked.slice(offset, offset + filter.limit);
  const keys = JSON.stringify(page.map(({ orderKey }) => orderKey));
  const tickets = await source.$queryRawUnsafe<TicketRow[]>(COURSES_OF_ORDERS, keys);
  const coursesOf = groupBy(tickets, ({ orderKey }) => int(orderKey));
  const isInRange = (at: Instant) => at >= filter.from && at < filter.to;
  const visits = page.map((visit) => {
    const order = coursesOf.get(visit.orderKey) ?? [];
    const courses = order.map((row) => historyCourse(row, branch.reading, filter.now));
    return {
      ...visit,
      visitMs: visitMs(order.map(stepsOf)),
      courses: courses.filter(({ ticket }) => isInRange(beganAt(ticket))),
    };
  });
  return { visits, total: ranked.length, count: matches.length };
}

function figuresOf(rows: readonly Row[], { unit, limitsOf }: Reading, now: Instant): VisitFigures {
  const courses = rows.map((row) => ({
    startedAt: int(row.startedAt),
    readyAt: int(row.readyAt),
    servedAt: int(row.servedAt),
    closedAt: int(row.closedAt),
    closedBy: row.closedBy,
    effects: actionEffectsOf(row.effects),
    presumed: presumedOf(row),
    expectedSeconds: inSeconds(int(row.expectedRaw), unit),
    limits: limitsOf(int(row.courseNumber)),
  }));
  const overtimes = courses.map((course) => overtimeOf(course, course.expectedSeconds, course.limits, now));
  const waits = waitsForFood(
    courses.filter(({ closedBy, presumed }) => !isForgotten({ closedBy, isPresumed: presumed !== null })),
  );
  return {
    orderKey: int(rows[0]?.orderKey ?? 0),
    lateCourses: overtimes.filter(({ isLate }) => isLate).length,
    overMs: overtimes.reduce((sum, { cookingMs, passMs }) => sum + cookingMs + passMs, 0),
    longestWaitMs: waits.length > 0 ? Math.max(...waits) : null,
  };
}

function stepsOf({ startedAt, servedAt, closedBy, presumedAt }: TicketRow) {
  return { startedAt: int(startedAt), servedAt: int(servedAt), closedBy, isPresumed: presumedAt !== null };
}

function worstFirst(a: VisitFigures, b: VisitFigures): number {
  return b.overMs - a.overMs || (b.longestWaitMs ?? 0) - (a.longestWaitMs ?? 0) || b.orderKey - a.orderKey;
}

/**
 * `at` is any instant of the requested business day (POS time), `from` an earlier one from which to read courses if the day
 * begins after it.
 */
type TableDayQuestion = {
  branch: number;
  number: string;
  subNumber: string;
  at: Instant;
  from?: Instant | null;
};

/** Every course of a table on one business day of its branch, oldest first. Empty for an unknown branch. */
export async function tableDayOf(source: Source, question: TableDayQuestion): Promise<Ticket[]> {
  const { number, subNumber, at } = question;
  const branch = (await branchReadings(source)).get(question.branch);
  if (!branch) return [];
  const from = Math.min(lastCutOff(at, branch), question.from ?? at);
  const range = [from, nextCutOff(at, branch)] as const;
  const rows = await source.$queryRawUnsafe<TicketRow[]>(
    COURSES_OF_TABLE,
    question.branch,
    ...range,
    number,
    subNumber,
  );
  return rows.map((row) => readTicket(ticketOfRow(row), branch.reading));
}
