import { groupBy } from '../../domain/group';
import { waitsForFood } from '../../domain/hunger';
import type { Reading } from '../../domain/ticket';
import { coursesThatFit } from '../sql/history-statements';
import { int, type TicketRow, ticketOfRow } from '../sql/ticket-row';
import { branchReadings } from './branch-readings';
import { type CourseFilter, conditionsOf } from './course-filter';
import { type HistoryCourse, historyCourse, overtimeOfKept } from './history-course';
import type { Source } from './source';

/** An order and how its evening went: a table's, or somebody's at the counter. Durations in milliseconds. */
export type TableEvening = {
  orderKey: number;
  /** Those that began in the range, as they began. */
  courses: HistoryCourse[];
  lateCourses: number;
  /** By how much its courses went past their limits, in the kitchen and on the pass, together. */
  overMs: number;
  /** The longest that the guests waited for food; null where nothing tells. */
  longestWaitMs: number | null;
  /** From the first start to the last serve. */
  visitMs: number | null;
};

export type TableEveningsQuestion = { filter: CourseFilter & { from: number; to: number }; offset: number };

export type TableEvenings = { evenings: TableEvening[]; total: number };

/**
 * The orders with a course that fits, those that went worst first: by how far their courses went past their limits,
 * then by the longest wait. An order is told with all its courses of the range, whichever of them fit.
 */
export async function tableEvenings(source: Source, { filter, offset }: TableEveningsQuestion): Promise<TableEvenings> {
  const branch = (await branchReadings(source)).get(filter.branch);
  if (!branch) return { evenings: [], total: 0 };
  const conditions = conditionsOf(filter, branch);
  const rows = await source.$queryRawUnsafe<(TicketRow & { fits: number | bigint })[]>(
    coursesThatFit(conditions.map(([sql]) => sql)),
    ...conditions.flatMap(([, ...values]) => values),
    filter.branch,
    filter.from,
    filter.to,
  );
  const orders = [...groupBy(rows, ({ orderKey }) => int(orderKey)).values()].filter((order) =>
    order.some(({ fits }) => int(fits) === 1),
  );
  // Only those that are told are read as tickets: a month has thousands.
  const evenings = orders.map((order) => ({ order, went: howItWent(order, branch.reading, filter.now) })).sort(byWorst);
  return {
    evenings: evenings.slice(offset, offset + filter.limit).map(({ order, went }) => ({
      ...went,
      courses: order.toSorted(byBegin).map((row) => historyCourse(row, branch.reading, filter.now)),
    })),
    total: evenings.length,
  };
}

type Went = Omit<TableEvening, 'courses'>;

function howItWent(rows: readonly TicketRow[], reading: Reading, now: number): Went {
  const courses = rows.map(ticketOfRow);
  const overtimes = courses.map((course) => overtimeOfKept(course, reading, now));
  const starts = courses.flatMap(({ startedAt }) => startedAt ?? []);
  const serves = courses.flatMap(({ servedAt }) => servedAt ?? []);
  const waits = waitsForFood(courses);
  return {
    orderKey: courses[0]?.orderKey ?? 0,
    lateCourses: overtimes.filter(({ isLate }) => isLate).length,
    overMs: overtimes.reduce((sum, { cookingMs, passMs }) => sum + cookingMs + passMs, 0),
    longestWaitMs: waits.length > 0 ? Math.max(...waits) : null,
    visitMs: starts.length > 0 && serves.length > 0 ? Math.max(0, Math.max(...serves) - Math.min(...starts)) : null,
  };
}

type Ranked = { went: Went };

function byWorst({ went: a }: Ranked, { went: b }: Ranked): number {
  return b.overMs - a.overMs || (b.longestWaitMs ?? 0) - (a.longestWaitMs ?? 0) || b.orderKey - a.orderKey;
}

function byBegin(a: TicketRow, b: TicketRow): number {
  const began = ({ startedAt, readyAt, servedAt }: TicketRow) => int(startedAt ?? readyAt ?? servedAt ?? 0);
  return began(a) - began(b) || int(a.courseNumber) - int(b.courseNumber) || int(a.round) - int(b.round);
}
