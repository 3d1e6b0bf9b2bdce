import type { Instant, OrderKind } from '../../../domain/fact';
import type { ClosedBy } from '../../../domain/live-contract';

/** A row of the report statements: what reports need of a course. */
export type ReportRow = {
  orderKey: number;
  branch: number;
  courseNumber: number;
  startedAt: Instant | null;
  readyAt: Instant | null;
  servedAt: Instant | null;
  beganAt: Instant;
  isOpen: number;
  closedBy: ClosedBy | null;
  courseName: string | null;
  abbreviation: string | null;
  expectedRaw: number | null;
  posRaw: number | null;
  isClockSkewed: number;
  kind: OrderKind;
  tableNumber: string | null;
  tableSubNumber: string | null;
  guests: number | null;
};

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
} as const;

/** All but the bulks, which are found from all courses of the branch. */
export function flagsOf(row: ReportRow): number {
  return (
    (row.startedAt === null ? 0 : FLAG.start) |
    (row.readyAt === null ? 0 : FLAG.ready) |
    (row.isClockSkewed ? FLAG.clock : 0) |
    (row.kind === 'cafeteria' ? FLAG.cafeteria : 0) |
    (row.closedBy === 'heatlamp' ? FLAG.autoClosed : 0) |
    (row.isOpen ? FLAG.open : 0)
  );
}
