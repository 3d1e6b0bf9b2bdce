import type { ClosedBy, OrderKind } from '../../contract/live';
import type { Instant } from '../../domain/fact';
import { COURSE_VALUE_NAMES } from '../sql/report-statements';

type CourseValue = (typeof COURSE_VALUE_NAMES)[number];

/** The stored values of a course that reports use. Instants are POS time in epoch ms. */
export type ReportRow = {
  orderKey: number;
  branch: number;
  courseNumber: number;
  startedAt: Instant | null;
  readyAt: Instant | null;
  servedAt: Instant | null;
  beganAt: Instant;
  isOpen: boolean;
  closedBy: ClosedBy | null;
  isPresumed: boolean;
  courseName: string | null;
  abbreviation: string | null;
  /** The expected preparation time, and the one that the POS measured, in the unit of the POS. */
  expectedRaw: number | null;
  posRaw: number | null;
  isClockSkewed: boolean;
  kind: OrderKind;
  tableNumber: string | null;
  tableSubNumber: string | null;
  guests: number | null;
};

/** Parses the result of COURSES_OF_KEYS or COURSES_OF_ORDERS: the courses by order, course and round. */
export function reportRows([row]: readonly { courses: string }[]): ReportRow[] {
  const rows = JSON.parse(row?.courses ?? '[]') as (readonly unknown[])[];
  return rows
    .map(rowOf)
    .sort((a, b) => a.orderKey - b.orderKey || a.courseNumber - b.courseNumber || a.beganAt - b.beganAt);
}

/** The index of each value in a stored course. */
const AT = Object.fromEntries(COURSE_VALUE_NAMES.map((name, at) => [name, at])) as Record<CourseValue, number>;

/** One by one: with a loop over the names, a million courses take a second longer. */
function rowOf(values: readonly unknown[]): ReportRow {
  const of = <Name extends CourseValue>(name: Name) => values[AT[name]] as ReportRow[Name];
  return {
    orderKey: of('orderKey'),
    branch: of('branch'),
    courseNumber: of('courseNumber'),
    startedAt: of('startedAt'),
    readyAt: of('readyAt'),
    servedAt: of('servedAt'),
    beganAt: of('beganAt'),
    isOpen: values[AT.isOpen] === 1,
    closedBy: of('closedBy'),
    isPresumed: values[AT.isPresumed] === 1,
    courseName: of('courseName'),
    abbreviation: of('abbreviation'),
    expectedRaw: of('expectedRaw'),
    posRaw: of('posRaw'),
    isClockSkewed: values[AT.isClockSkewed] === 1,
    kind: of('kind'),
    tableNumber: of('tableNumber'),
    tableSubNumber: of('tableSubNumber'),
    guests: of('guests'),
  };
}

/** Bits of the column `flags`. */
export const FLAG = {
  hasStart: 1,
  hasReady: 2,
  clockSkewed: 4,
  completedInBulk: 8,
  servedInBulk: 16,
  cafeteria: 32,
  autoClosed: 64,
  open: 128,
  presumed: 256,
} as const;

/** The flags of a course, without the bulk marks, which depend on all courses of the branch. */
export function flagsOf(row: ReportRow): number {
  return (
    (row.startedAt === null ? 0 : FLAG.hasStart) |
    (row.readyAt === null ? 0 : FLAG.hasReady) |
    (row.isClockSkewed ? FLAG.clockSkewed : 0) |
    (row.kind === 'cafeteria' ? FLAG.cafeteria : 0) |
    (row.closedBy === 'heatlamp' ? FLAG.autoClosed : 0) |
    (row.isOpen ? FLAG.open : 0) |
    (row.isPresumed ? FLAG.presumed : 0)
  );
}
