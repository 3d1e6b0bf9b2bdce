import { isOnPass } from '../../components/pass/course-state';
import { PASS_OPTIONS } from '../../components/pass/pass-options';
import { arrange as arrangePass } from '../../components/pass/pass-rows';
import { arrange as arrangeReady, rowsIn } from '../../components/ready/ready-rows';
import type { Table, Ticket } from '../../contract/live';
import { type Fact, factKey, outranks } from '../../domain/fact';
import { foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { keptTickets, type OrderToKeep } from '../../domain/practice';
import { limitsFor } from '../../domain/settings';
import { readTable, viewTable } from '../../domain/table';
import { closesAt, type KeptTicket, readTicket } from '../../domain/ticket';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { MINUTE_MS } from '../../lib/time';
import type { Evening } from './deliveries';

/** What screens show at an instant (epoch ms), and the orders of which something was received by then. */
export type BoardAt = { now: number; tickets: Ticket[]; tables: Table[]; orders: readonly OrderToKeep[] };

export const LIMITS = limitsFor([], 1, 1);
const CALENDAR = { timeZone: 'Europe/Amsterdam', cutOffMinute: 4 * 60 };

/** What a list shows as waiting at one minute, compared with the truth. */
export type ListFigures = {
  /** Courses that truly stand on the pass. */
  standing: number;
  /** The same within the first seven rows: so many are on a phone at once. */
  standingInFirst: number;
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

/** The rows that `/ready` and `/pass` show as waiting. */
export function listsAt({ now, tickets, tables }: BoardAt, serves: Serves) {
  const stands = (ticket: Ticket) => now < (serves.get(courseName(ticket))?.at ?? 0);
  const ready = rowsIn(arrangeReady(tickets, ANY_WAITER, 'all', { now, escalateMs: null }));
  const placed = new Map(tables.map((table) => [tableKey(table), table]));
  const pass = arrangePass(tickets, placed, PASS_OPTIONS.defaults)
    .map(({ courses }) => courses.filter(isOnPass))
    .filter((courses) => courses.length > 0);
  // With those that are presumed served; what was never reported as ready is on no list.
  const standing = tickets.filter((ticket) => ticket.readyAt !== null && ticket.servedAt === null && stands(ticket));
  const figures = (rows: readonly (readonly Ticket[])[]) => figuresOf(rows, standing.length, stands);
  return { ready: figures(ready.map((row) => row.tickets)), pass: figures(pass) };
}

function figuresOf(
  rows: readonly (readonly Ticket[])[],
  standing: number,
  stands: (ticket: Ticket) => boolean,
): ListFigures {
  const first = rows.slice(0, ROWS_ON_A_PHONE);
  return {
    standing,
    standingInFirst: first.flat().filter(stands).length,
    presumed: rows.filter((courses) => courses.some(({ presumedServed }) => presumedServed !== null)).length,
    mixed: rows.filter((courses) => new Set(courses.map(({ id }) => orderKeyOf(id))).size > 1).length,
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
        found.set(name, { truth });
      }
    },
    found: () => [...found.values()],
  };
}

/** A board without a server, from the facts that were received so far. */
export function createBoard() {
  const facts = new Map<string, Map<string, Fact>>();
  const orders = new Map<string, OrderToKeep>();
  const reading = { unit: 'seconds' as const, limitsOf: () => LIMITS };
  const closes = (ticket: KeptTicket) => closesAt(ticket, LIMITS, CALENDAR);
  const tableAt = (here: readonly KeptTicket[], now: number): Table[] => {
    const place = here[0]?.table;
    const newsAt = Math.max(...here.map(({ lastNewsAt }) => lastNewsAt));
    return place ? [readTable({ ...place, view: viewTable(here, newsAt, now, reading, closes), version: 0 }, 1)] : [];
  };
  return {
    take(fact: Fact): void {
      const id = fact.order.orderId ?? '';
      const own = facts.get(id) ?? new Map<string, Fact>();
      const holder = own.get(factKey(fact));
      if (!holder || outranks(fact, holder)) own.set(factKey(fact), fact);
      facts.set(id, own);
      const orderKey = orders.get(id)?.orderKey ?? orders.size + 1;
      orders.set(id, { orderKey, folded: foldOrder([...own.values()]), actions: [] });
    },
    at(now: number): BoardAt {
      const all = [...orders.values()];
      const kept = keptTickets(all, 1, { now, serverNow: now }, () => LIMITS, CALENDAR);
      const seated = groupBy(kept, ({ table }) => table && tableKey(table));
      return {
        now,
        tickets: kept.map((ticket) => readTicket(ticket, reading)),
        tables: [...seated.values()].flatMap((here) => tableAt(here, now)),
        orders: all,
      };
    },
  };
}
