import type { ClosedBy, OrderKind } from '../../../contract/live';
import type { Instant } from '../../../domain/fact';

/** What reports need of a course. */
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
  expectedRaw: number | null;
  posRaw: number | null;
  isClockSkewed: boolean;
  kind: OrderKind;
  tableNumber: string | null;
  tableSubNumber: string | null;
  guests: number | null;
};

/** The answer of a statement for courses, by order, course and round. */
export function reportRows([answer]: readonly { courses: string }[]): ReportRow[] {
  const told = JSON.parse(answer?.courses ?? '[]') as ToldRow[];
  return told
    .map(rowOf)
    .sort((a, b) => a.orderKey - b.orderKey || a.courseNumber - b.courseNumber || a.beganAt - b.beganAt);
}

/** In the order of the statements' members. */
type ToldRow = [
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

function rowOf(told: ToldRow): ReportRow {
  return {
    orderKey: told[0],
    branch: told[1],
    courseNumber: told[2],
    startedAt: told[3],
    readyAt: told[4],
    servedAt: told[5],
    beganAt: told[6],
    isOpen: told[7] === 1,
    closedBy: told[8],
    isPresumed: told[9] === 1,
    courseName: told[10],
    abbreviation: told[11],
    expectedRaw: told[12],
    posRaw: told[13],
    isClockSkewed: told[14] === 1,
    kind: told[15],
    tableNumber: told[16],
    tableSubNumber: told[17],
    guests: told[18],
  };
}

/** What is yes or no of a course. */
export const FLAG = {
  start: 1,
  ready: 2,
  clock: 4,
  completedInBulk: 8,
  servedInBulk: 16,
  cafeteria: 32,
  autoClosed: 64,
  open: 128,
  presumed: 256,
} as const;

/** All but the bulks, which are found from all courses of the branch. */
export function flagsOf(row: ReportRow): number {
  return (
    (row.startedAt === null ? 0 : FLAG.start) |
    (row.readyAt === null ? 0 : FLAG.ready) |
    (row.isClockSkewed ? FLAG.clock : 0) |
    (row.kind === 'cafeteria' ? FLAG.cafeteria : 0) |
    (row.closedBy === 'heatlamp' ? FLAG.autoClosed : 0) |
    (row.isOpen ? FLAG.open : 0) |
    (row.isPresumed ? FLAG.presumed : 0)
  );
}
