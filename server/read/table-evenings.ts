import { groupBy } from '../../domain/group';
import { waitsForFood } from '../../domain/hunger';
import { coursesThatFit } from '../sql/history-statements';
import { int, type TicketRow } from '../sql/ticket-row';
import { branchReadings } from './branch-readings';
import { type CourseFilter, conditionsOf } from './course-filter';
import { type HistoryCourse, historyCourse } from './history-course';
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
  const orders = [...groupBy(rows, ({ orderKey }) => int(orderKey))].filter(([, order]) =>
    order.some(({ fits }) => int(fits) === 1),
  );
  const evenings = orders
    .map(([orderKey, order]) => ({
      orderKey,
      ...howItWent(order.map((row) => historyCourse(row, branch.reading, filter.now))),
    }))
    .sort(byWorst);
  return { evenings: evenings.slice(offset, offset + filter.limit), total: evenings.length };
}

function howItWent(unsorted: readonly HistoryCourse[]): Omit<TableEvening, 'orderKey'> {
  const courses = unsorted.toSorted((a, b) => beganAt(a) - beganAt(b));
  const steps = courses.map(({ ticket }) => ({ startedAt: at(ticket.startedAt), servedAt: at(ticket.servedAt) }));
  const starts = steps.flatMap(({ startedAt }) => startedAt ?? []);
  const serves = steps.flatMap(({ servedAt }) => servedAt ?? []);
  const waits = waitsForFood(steps);
  return {
    courses,
    lateCourses: courses.filter(({ overtime }) => overtime.isLate).length,
    overMs: courses.reduce((sum, { overtime }) => sum + overtime.cookingMs + overtime.passMs, 0),
    longestWaitMs: waits.length > 0 ? Math.max(...waits) : null,
    visitMs: starts.length > 0 && serves.length > 0 ? Math.max(0, Math.max(...serves) - Math.min(...starts)) : null,
  };
}

function byWorst(a: TableEvening, b: TableEvening): number {
  return b.overMs - a.overMs || (b.longestWaitMs ?? 0) - (a.longestWaitMs ?? 0) || b.orderKey - a.orderKey;
}

function beganAt({ ticket }: HistoryCourse): number {
  return at(ticket.startedAt ?? ticket.readyAt ?? ticket.servedAt) ?? 0;
}

function at(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}
