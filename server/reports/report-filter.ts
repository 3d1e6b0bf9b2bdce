import type { OrderKind } from '../../contract/live';
import type { Instant } from '../../domain/fact';

/** Which courses a report is of. What is null asks for nothing. */
export type ReportFilter = {
  branches: readonly number[];
  /** POS time, half-open, of when a course began. */
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
  guests: number | null;
  state: 'started' | 'ready' | 'served' | null;
  late: boolean | null;
  /** In table, order number, name. */
  q: string | null;
  /** The now of each branch: by it a course that still cooks is late or not. */
  now: Readonly<Record<number, Instant>>;
};

/** A filter that asks for nothing but branches. */
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
    guests: null,
    state: null,
    late: null,
    q: null,
    now: {},
  };
}
