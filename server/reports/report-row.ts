import type { ClosedBy, OrderKind } from '../../contract/live';
import type { Instant } from '../../domain/fact';

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
  const rows = JSON.parse(row?.courses ?? '[]') as StoredRow[];
  return rows
    .map(rowOf)
    .sort((a, b) => a.orderKey - b.orderKey || a.courseNumber - b.courseNumber || a.beganAt - b.beganAt);
}

/** The values of a course, in the order of those statements. */
type StoredRow = [
  orderKey: number,
  branch: number,
  courseNumber: number,
  startedAt: Instant | null,
  readyAt: Instant | null,
  servedAt: Instant | null,
  beganAt: Instant,
  isOpen: number,
  closedBy: ClosedBy | null,
  isPresumed: number,
  courseName: string | null,
  abbreviation: string | null,
  expectedRaw: number | null,
  posRaw: number | null,
  isClockSkewed: number,
  kind: OrderKind,
  tableNumber: string | null,
  tableSubNumber: string | null,
  guests: number | null,
];

function rowOf(row: StoredRow): ReportRow {
  return {
    orderKey: row[0],
    branch: row[1],
    courseNumber: row[2],
    startedAt: row[3],
    readyAt: row[4],
    servedAt: row[5],
    beganAt: row[6],
    isOpen: row[7] === 1,
    closedBy: row[8],
    isPresumed: row[9] === 1,
    courseName: row[10],
    abbreviation: row[11],
    expectedRaw: row[12],
    posRaw: row[13],
    isClockSkewed: row[14] === 1,
    kind: row[15],
    tableNumber: row[16],
    tableSubNumber: row[17],
    guests: row[18],
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
