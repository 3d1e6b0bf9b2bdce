import { arrange as arrangePass } from '../../components/pass/arrange';
import { isOnPass } from '../../components/pass/course-state';
import { PASS_OPTIONS } from '../../components/pass/pass-options';
import { arrange as arrangeReady, rowsIn } from '../../components/ready/arrange';
import type { Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { orderKeyOf } from '../../domain/ticket-ids';
import type { BoardAtMinute } from './play';
import type { Evening } from './variations';

/** Waiting rows of a list, summed over the minutes of an evening. */
export type WaitingRows = {
  rows: number;
  /** Rows of served courses whose serve is never pressed. */
  forgotten: number;
  /** The maximum of `forgotten` at one minute. */
  max: number;
  /** Rows that show presumed serves as waiting: none. */
  presumed: number;
  /** Rows with courses of more than one order: none. */
  mixed: number;
};

export type WaitingFigures = { ready: WaitingRows; pass: WaitingRows };

const ANY_WAITER = { hasTables: false, isMyTable: () => false, screen: null };
/** Assumed wait on the pass if the recording lost the serve; real waits are shorter. */
const ASSUMED_WAIT_MS = 3 * 60_000;

/** When a course was served according to the truth, by `courseName`; only courses without a serve. */
export type Forgotten = ReadonlyMap<string, number>;

export function forgottenIn({ unpressed }: Pick<Evening, 'unpressed'>): Forgotten {
  return new Map(
    [...unpressed].flatMap(({ orderId, courseNumber, round, readyAt, servedAt }): [string, number][] => {
      const lost = readyAt === null ? null : Date.parse(readyAt) + ASSUMED_WAIT_MS;
      const at = servedAt === null ? lost : Date.parse(servedAt);
      return at === null ? [] : [[`${orderId}/${courseNumber}/${round}`, at]];
    }),
  );
}

export function courseName({ orderId, course, round }: Ticket): string {
  return `${orderId}/${course.number}/${round}`;
}

/** The rows that `/ready` and `/pass` show as waiting at one minute. */
export function waitingAt({ now, board }: BoardAtMinute, forgotten: Forgotten): WaitingFigures {
  const isOver = (ticket: Ticket) => (forgotten.get(courseName(ticket)) ?? Number.POSITIVE_INFINITY) <= now;
  const ready = rowsIn(arrangeReady(board.tickets, ANY_WAITER, 'all', { now, escalateMs: null }));
  const tables = new Map(board.tables.map((table) => [tableKey(table), table]));
  const pass = arrangePass(board.tickets, tables, PASS_OPTIONS.defaults)
    .map(({ courses }) => courses.filter(isOnPass))
    .filter((courses) => courses.length > 0);
  return {
    ready: countRows(
      ready.map(({ tickets }) => tickets),
      isOver,
    ),
    pass: countRows(pass, isOver),
  };
}

/** Counts rows, each with its waiting courses. */
function countRows(rows: readonly (readonly Ticket[])[], isOver: (ticket: Ticket) => boolean): WaitingRows {
  const forgotten = rows.filter((courses) => courses.every(isOver)).length;
  const isMixed = (courses: readonly Ticket[]) => new Set(courses.map(({ id }) => orderKeyOf(id))).size > 1;
  return {
    rows: rows.length,
    forgotten,
    max: forgotten,
    presumed: rows.filter((courses) => courses.some(({ presumedServed }) => presumedServed !== null)).length,
    mixed: rows.filter(isMixed).length,
  };
}

export const NO_ROWS: WaitingRows = { rows: 0, forgotten: 0, max: 0, presumed: 0, mixed: 0 };

export function addRows(a: WaitingRows, b: WaitingRows): WaitingRows {
  return {
    rows: a.rows + b.rows,
    forgotten: a.forgotten + b.forgotten,
    max: Math.max(a.max, b.max),
    presumed: a.presumed + b.presumed,
    mixed: a.mixed + b.mixed,
  };
}
