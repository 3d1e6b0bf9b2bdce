import type { OrderKind } from '../../contract/live';
import type { Instant } from '../../domain/fact';

/** The courses that a report covers. A member that is null does not restrict them. */
export type ReportFilter = {
  branches: readonly number[];
  /** Half-open range of the start of courses, POS time. */
  from: Instant | null;
  to: Instant | null;
  /** A number or an abbreviation. */
  course: string | null;
  table: { number: string; subNumber: string | null } | null;
  /** By name; `none` for courses before the first service of the day. */
  service: string | null;
  orderKind: OrderKind | null;
  /** ISO weekday of the business day: 1 for Monday to 7. */
  weekday: number | null;
  /** On the branch's wall clock, 0 to 23. */
  hour: number | null;
  /** Began after midnight, before the cut-off of the business day. */
  nextDay: boolean | null;
  guests: number | null;
  state: 'started' | 'ready' | 'served' | null;
  late: boolean | null;
  /** Text in the table, the order number or the name. */
  q: string | null;
  /** The current POS time of each branch, by which a course that is still cooking is late or not. */
  now: Readonly<Record<number, Instant>>;
};

/** A filter that matches every course of these branches. */
export function everyCourse(branches: readonly number[]): ReportFilter {
  return {
    branches,
    from: null,
    to: null,
    course: null,
    table: null,
    service: null,
    orderKind: null,
    weekday: null,
    hour: null,
    nextDay: null,
    guests: null,
    state: null,
    late: null,
    q: null,
    now: {},
  };
}
