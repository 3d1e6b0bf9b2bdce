import type { Party, Table, TableCourse } from '../../contract/live';
import type { Fact } from '../../domain/fact';
import { type FoldedOrder, type FoldedTicket, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { limitsFor } from '../../domain/settings';
import { ticketState } from '../../domain/ticket';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/group';
import type { Look } from './play';

/** What a table that was taken again shows of its previous party. */
export type Inherited = {
  /** The order that took the table. */
  orderId: string;
  clock: boolean;
  dot: boolean;
  name: boolean;
  /** Whether a party is shown that had nothing open when the next one came. */
  gone: boolean;
};

type Seated = { began: number; folded: FoldedOrder };

const { readyLateMs } = limitsFor([], 1, 1);

/** Checks every table that was taken again, minute by minute. Orders are identified by the keys of their tickets. */
export function watchTables(): (look: Look) => Inherited[] {
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
  const found = { orderId: newest?.folded.names.orderId ?? '', clock: false, dot: false, name: false, gone: false };
  for (const party of table.parties) {
    const id = idOfKey.get(party.orderKey);
    const own = orders.find(({ folded }) => folded.names.orderId === id);
    if (!own) throw new Error(`order ${party.orderKey} is shown at table ${table.number}, and nobody sat it there`);
    if (hasOtherClock(party, own.folded)) found.clock = true;
    if (hasOtherDot(party, own.folded)) found.dot = true;
    if (party.name !== own.folded.table?.name || party.guests !== own.folded.table.guests) found.name = true;
    const next = orders[orders.indexOf(own) + 1];
    if (next && isGone(own.folded, next.began, now)) found.gone = true;
  }
  return found;
}

function hasOtherClock({ firstCourseAt, lastFoodAt }: Party, { tickets }: FoldedOrder): boolean {
  const began = Math.min(...tickets.map(({ startedAt, readyAt, servedAt }) => startedAt ?? readyAt ?? servedAt ?? 0));
  const food = Math.max(...tickets.map(({ servedAt }) => servedAt ?? 0));
  return isOther(firstCourseAt, began) || isOther(lastFoodAt, food === 0 ? null : food);
}

function isOther(shown: string | null, own: number | null): boolean {
  return (shown === null ? null : Date.parse(shown)) !== own;
}

function hasOtherDot({ courses }: Party, { tickets }: FoldedOrder): boolean {
  const own = new Set(tickets.map(({ course }) => course.number));
  return courses.length !== own.size || courses.some((course) => !tickets.some((ticket) => isOf(course, ticket)));
}

function isOf({ number, state }: TableCourse, ticket: FoldedTicket): boolean {
  return ticket.course.number === number && ticketState(ticket) === state;
}

/** F7b, F22b: whether an order had nothing open when the next one came, except for courses presumed served since. */
function isGone({ tickets }: FoldedOrder, nextCameAt: number, now: number): boolean {
  const open = tickets.filter(({ servedAt }) => servedAt === null || servedAt > nextCameAt);
  const isPresumed = ({ readyAt, servedAt }: FoldedTicket) =>
    readyAt !== null && readyAt < nextCameAt && servedAt === null && nextCameAt + readyLateMs <= now;
  return open.every(isPresumed);
}
