import type { Party, Table, TableCourse } from '../../contract/live';
import type { Fact } from '../../domain/fact';
import { type FoldedOrder, type FoldedTicket, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { limitsFor } from '../../domain/settings';
import { ticketState } from '../../domain/ticket';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/group';
import type { BoardAtMinute } from './play';

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

type Seated = { began: number; folded: FoldedOrder };

const { readyLateMs } = limitsFor([], 1, 1);

/** Checks every re-seated table, minute by minute. Orders are identified by the keys of their tickets. */
export function watchTables(): (look: BoardAtMinute) => Inherited[] {
  const idOfKey = new Map<number, string>();
  return ({ now, board, received }) => {
    for (const { id, orderId } of board.tickets) idOfKey.set(orderKeyOf(id), orderId ?? '');
    const seated = groupBy(ordersIn(received), ({ folded: { table } }) => (table ? tableKey(table) : null));
    return board.tables.flatMap((table) => {
      const orders = (seated.get(tableKey(table)) ?? []).toSorted((a, b) => a.began - b.began);
      return orders.length > 1 ? [inheritedAt(table, orders, idOfKey, now)] : [];
    });
  };
}

function ordersIn(received: readonly Fact[]): Seated[] {
  return [...groupBy(received, ({ order }) => order.orderId).values()].map((facts) => ({
    began: Math.min(...facts.map(({ at }) => at)),
    folded: foldOrder([...new Map(facts.map((fact) => [factName(fact), fact])).values()]),
  }));
}

/** F1: facts of one order with the same course, step and instant are one. */
function factName({ course, type, at }: Fact): string {
  return `${course.number}/${type}/${at}`;
}

function inheritedAt(table: Table, orders: readonly Seated[], idOfKey: Map<number, string>, now: number): Inherited {
  const newest = orders.at(-1);
  const result = {
    orderId: newest?.folded.names.orderId ?? '',
    clock: false,
    dot: false,
    name: false,
    departed: false,
  };
  for (const party of table.parties) {
    const id = idOfKey.get(party.orderKey);
    const own = orders.find(({ folded }) => folded.names.orderId === id);
    if (!own) throw new Error(`order ${party.orderKey} is shown at table ${table.number}, but was never seated there`);
    if (hasWrongClock(party, own.folded)) result.clock = true;
    if (hasWrongDot(party, own.folded)) result.dot = true;
    if (party.name !== own.folded.table?.name || party.guests !== own.folded.table.guests) result.name = true;
    const next = orders[orders.indexOf(own) + 1];
    if (next && hasDeparted(own.folded, next.began, now)) result.departed = true;
  }
  return result;
}

function hasWrongClock({ firstCourseAt, lastFoodAt }: Party, { tickets }: FoldedOrder): boolean {
  const began = Math.min(...tickets.map(({ startedAt, readyAt, servedAt }) => startedAt ?? readyAt ?? servedAt ?? 0));
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
    readyAt !== null && readyAt < nextStartedAt && servedAt === null && nextStartedAt + readyLateMs <= now;
  return open.every(isPresumed);
}
