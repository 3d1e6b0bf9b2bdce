import { isOnPass } from '../../components/pass/course-state';
import { PASS_OPTIONS } from '../../components/pass/pass-options';
import { arrange as arrangePass } from '../../components/pass/pass-rows';
import { arrange as arrangeReady, rowsIn, waits } from '../../components/ready/ready-rows';
import type { PresumedReason, Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { orderKeyOf } from '../../domain/ticket-ids';
import { MINUTE_MS } from '../../lib/time-units';
import type { BoardAt } from './board';
import type { Evening } from './variations';

/** What a list shows as waiting at one minute, compared with the truth. */
export type ListFigures = {
  rows: number;
  /** Rows of which nothing stands on the pass any more. */
  gone: number;
  /** Courses that truly stand on the pass. */
  standing: number;
  /** The same within the first seven rows: so many are on a phone at once. */
  standingInFirst: number;
  firstRows: number;
  /** Those of the first seven rows of which something stands. */
  trueFirstRows: number;
  /** Rows that show presumed serves as waiting: none. */
  presumed: number;
  /** Rows with courses of more than one order: none. */
  mixed: number;
};

const ROWS_ON_A_PHONE = 7;
const ANY_WAITER = { hasTables: false, isMyTable: () => false, screen: null };
/** Assumed wait on the pass if the recording lost the serve; real waits are shorter. */
const ASSUMED_WAIT_MS = 3 * MINUTE_MS;

/** When each course was truly served (epoch ms), and whether somebody pressed it, by `courseName`. */
export type Serves = ReadonlyMap<string, { at: number; isPressed: boolean }>;

export function servesIn({ courses, unpressed }: Pick<Evening, 'courses' | 'unpressed'>): Serves {
  return new Map(
    courses.map((course) => {
      const { orderId, courseNumber, round, readyAt, servedAt } = course;
      const at = servedAt === null ? Date.parse(readyAt ?? '') + ASSUMED_WAIT_MS : Date.parse(servedAt);
      return [`${orderId}/${courseNumber}/${round}`, { at, isPressed: !unpressed.has(course) }];
    }),
  );
}

function courseName({ orderId, course, round }: Ticket): string {
  return `${orderId}/${course.number}/${round}`;
}

/** The rows that `/ready` and `/pass` show as waiting, and those of a list with a row a course, oldest first. */
export function listsAt({ now, tickets, tables }: BoardAt, serves: Serves) {
  const stands = (ticket: Ticket) => now < (serves.get(courseName(ticket))?.at ?? 0);
  const waiting = tickets.filter(waits);
  const oldestFirst = waiting.toSorted((a, b) => Date.parse(a.readyAt ?? '') - Date.parse(b.readyAt ?? ''));
  const ready = rowsIn(arrangeReady(tickets, ANY_WAITER, 'all', { now, escalateMs: null }));
  const placed = new Map(tables.map((table) => [tableKey(table), table]));
  const pass = arrangePass(tickets, placed, PASS_OPTIONS.defaults)
    .map(({ courses }) => courses.filter(isOnPass))
    .filter((courses) => courses.length > 0);
  // With those that are presumed served; what was never reported as ready is on no list.
  const standing = tickets.filter((ticket) => ticket.readyAt !== null && ticket.servedAt === null && stands(ticket));
  const figures = (rows: readonly (readonly Ticket[])[]) => figuresOf(rows, standing.length, stands);
  return {
    oldestFirst: figures(oldestFirst.map((ticket) => [ticket])),
    ready: figures(ready.map((row) => row.tickets)),
    pass: figures(pass),
  };
}

function figuresOf(
  rows: readonly (readonly Ticket[])[],
  standing: number,
  stands: (ticket: Ticket) => boolean,
): ListFigures {
  const first = rows.slice(0, ROWS_ON_A_PHONE);
  const count = (some: typeof rows, fits: (courses: readonly Ticket[]) => boolean) => some.filter(fits).length;
  return {
    rows: rows.length,
    gone: count(rows, (courses) => !courses.some(stands)),
    standing,
    standingInFirst: first.flat().filter(stands).length,
    firstRows: first.length,
    trueFirstRows: count(first, (courses) => courses.some(stands)),
    presumed: count(rows, (courses) => courses.some(({ presumedServed }) => presumedServed !== null)),
    mixed: count(rows, (courses) => new Set(courses.map(({ id }) => orderKeyOf(id))).size > 1),
  };
}

export function sumOf(figures: readonly ListFigures[], key: keyof ListFigures): number {
  return figures.reduce((sum, minute) => sum + minute[key], 0);
}

/** The share of what truly stands that is in the first seven rows, over all minutes. */
export function shareInFirst(figures: readonly ListFigures[]): number {
  return sumOf(figures, 'standingInFirst') / sumOf(figures, 'standing');
}

/** A course that was presumed served at some time. */
export type PresumedCourse = {
  reason: PresumedReason;
  /** `wrong`: it stood on the pass. `late`: it had been pressed before, but that was received later. */
  truth: 'forgotten' | 'late' | 'wrong';
};

/** Records presumed serves, and compares the first of each course with the truth. */
export function watchPresumed(serves: Serves) {
  const found = new Map<string, PresumedCourse>();
  return {
    record({ tickets }: BoardAt): void {
      for (const ticket of tickets) {
        const { presumedServed } = ticket;
        const name = courseName(ticket);
        const serve = serves.get(name);
        if (!presumedServed || !serve || found.has(name)) continue;
        const isWrong = Date.parse(presumedServed.at) < serve.at;
        const truth = isWrong ? 'wrong' : serve.isPressed ? 'late' : 'forgotten';
        found.set(name, { reason: presumedServed.reason, truth });
      }
    },
    found: () => [...found.values()],
  };
}
