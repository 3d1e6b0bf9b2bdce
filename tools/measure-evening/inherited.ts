import type { Party, Table, TableCourse } from '../../contract/live';
import type { FoldedTicket } from '../../domain/fold';
import type { OrderToKeep } from '../../domain/kept-tickets';
import { tableKey } from '../../domain/order-table';
import { beganAtOf, ticketState } from '../../domain/ticket';
import { groupBy } from '../../lib/group';
import { type BoardAt, LIMITS } from './board';

/** Which data of the previous party a re-seated table shows. */
export type Inherited = {
  /** The order of the new party. */
  orderId: string;
  clock: boolean;
  dot: boolean;
  name: boolean;
  /** Whether a party is shown that had no open course when the next one started. */
  departed: boolean;
};

type FoldedOrder = OrderToKeep['folded'];

/** Checks every re-seated table. */
export function inheritedAt({ now, tables, orders }: BoardAt): Inherited[] {
  const seated = groupBy(orders, ({ folded: { table } }) => (table ? tableKey(table) : null));
  return tables.flatMap((table) => {
    const here = (seated.get(tableKey(table)) ?? []).toSorted((a, b) => beganAt(a) - beganAt(b));
    return here.length > 1 ? [inheritedOn(table, here, now)] : [];
  });
}

function beganAt({ folded: { tickets } }: OrderToKeep): number {
  return Math.min(...tickets.map(beganAtOf));
}

function inheritedOn(table: Table, orders: readonly OrderToKeep[], now: number): Inherited {
  const newest = orders.at(-1);
  const result = {
    orderId: newest?.folded.names.orderId ?? '',
    clock: false,
    dot: false,
    name: false,
    departed: false,
  };
  for (const party of table.parties) {
    const own = orders.find(({ orderKey }) => orderKey === party.orderKey);
    if (!own) throw new Error(`order ${party.orderKey} is shown at table ${table.number}, but was never seated there`);
    if (hasWrongClock(party, own.folded)) result.clock = true;
    if (hasWrongDot(party, own.folded)) result.dot = true;
    if (party.name !== own.folded.table?.name || party.guests !== own.folded.table.guests) result.name = true;
    const next = orders[orders.indexOf(own) + 1];
    if (next && hasDeparted(own.folded, beganAt(next), now)) result.departed = true;
  }
  return result;
}

function hasWrongClock({ firstCourseAt, lastFoodAt }: Party, { tickets }: FoldedOrder): boolean {
  const began = Math.min(...tickets.map(beganAtOf));
  const food = Math.max(...tickets.map(({ servedAt }) => servedAt ?? 0));
  return differs(firstCourseAt, began) || differs(lastFoodAt, food === 0 ? null : food);
}

function differs(shown: string | null, own: number | null): boolean {
  return (shown === null ? null : Date.parse(shown)) !== own;
}

function hasWrongDot({ courses }: Party, { tickets }: FoldedOrder): boolean {
  const own = new Set(tickets.map(({ course }) => course.number));
  return courses.length !== own.size || courses.some((course) => !tickets.some((ticket) => matches(course, ticket)));
}

function matches({ number, state }: TableCourse, ticket: FoldedTicket): boolean {
  return ticket.course.number === number && ticketState(ticket) === state;
}

/** F7b, F22b: whether an order had no open course when the next one started, apart from courses presumed served. */
function hasDeparted({ tickets }: FoldedOrder, nextStartedAt: number, now: number): boolean {
  const open = tickets.filter(({ servedAt }) => servedAt === null || servedAt > nextStartedAt);
  const isPresumed = ({ readyAt, servedAt }: FoldedTicket) =>
    readyAt !== null && readyAt < nextStartedAt && servedAt === null && nextStartedAt + LIMITS.readyLateMs <= now;
  return open.every(isPresumed);
}
