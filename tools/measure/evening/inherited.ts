import type { Fact } from '../../../domain/fact';
import { type FoldedOrder, foldOrder } from '../../../domain/fold';
import { groupBy } from '../../../domain/group';
import type { Table, TableCourse } from '../../../domain/live-contract';
import { tableKey } from '../../../domain/order-table';
import { ticketState } from '../../../domain/ticket';
import type { Look } from './play';

/** What a party at a table has of the one before. */
export type Inherited = { clock: boolean; dot: boolean; name: boolean };

/** A party as a screen is given it. */
type Shown = Pick<Table, 'name' | 'guests' | 'courses' | 'firstCourseAt' | 'lastFoodAt'>;

/** Of every table that was taken again: what its party is shown with that is another order's. */
export function inheritedAt({ now, board, heard }: Look): Inherited[] {
  const orders = [...groupBy(heard, ({ order }) => order.orderId).values()].map((facts) => ({
    began: Math.min(...facts.map(({ at }) => at)),
    folded: foldOrder(distinct(facts)),
  }));
  const seated = groupBy(
    orders.filter(({ began, folded }) => folded.table && began <= now),
    ({ folded: { table } }) => (table ? tableKey(table) : ''),
  );
  return board.tables.flatMap((table) => {
    const parties = (seated.get(tableKey(table)) ?? []).toSorted((a, b) => b.began - a.began);
    const [newest] = parties;
    return newest && parties.length > 1 ? [inherited(table, newest.folded)] : [];
  });
}

function inherited(shown: Shown, own: FoldedOrder): Inherited {
  const began = least(own.tickets.map(({ startedAt, readyAt, servedAt }) => startedAt ?? readyAt ?? servedAt));
  const food = most(own.tickets.map(({ servedAt }) => servedAt));
  return {
    clock: isOther(shown.firstCourseAt, began) || isOther(shown.lastFoodAt, food),
    dot: shown.courses.some((course) => !isOwn(course, own)) || shown.courses.length > courseCount(own),
    name: shown.name !== null && shown.name !== own.table?.name,
  };
}

function isOther(shown: string | null, own: number | null): boolean {
  return shown !== null && Date.parse(shown) !== own;
}

function isOwn({ number, state }: TableCourse, { tickets }: FoldedOrder): boolean {
  return tickets.some((ticket) => ticket.course.number === number && ticketState(ticket) === state);
}

function courseCount({ tickets }: FoldedOrder): number {
  return new Set(tickets.map(({ course }) => course.number)).size;
}

function least(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function most(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** F1: a fold takes each fact once. */
function distinct(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [`${fact.course.number}/${fact.type}/${fact.at}`, fact])).values()];
}
