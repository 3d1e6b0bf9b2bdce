import { groupBy } from '../lib/collections';
import type { BranchCalendar } from './business-day';
import type { FoldedOrder } from './fold';
import type { Limits } from './limits';
import { tableKey } from './order-table';
import { nextArrivalAmong } from './presumed';
import { type KeptTicket, type Moment, standingAt } from './ticket';
import { actionsOn, type PlacedAction } from './ticket-action';

export type OrderToKeep = {
  orderKey: number;
  folded: Pick<FoldedOrder, 'names' | 'table' | 'seatedAt' | 'tickets'>;
  actions: readonly PlacedAction[];
};

/** The tickets of all orders of a branch at a moment, computed from their facts and actions alone. */
export function keptTickets(
  orders: readonly OrderToKeep[],
  branch: number,
  moment: Moment,
  limitsOf: (course: number) => Limits,
  calendar: BranchCalendar,
): KeptTicket[] {
  const placeOf = ({ folded: { table } }: OrderToKeep) => table && tableKey(table);
  const atTable = groupBy(orders, placeOf);
  return orders.flatMap((order) => {
    const { names, table, seatedAt, tickets } = order.folded;
    const place = placeOf(order);
    const others = place === null ? [] : (atTable.get(place) ?? []).filter((other) => other !== order);
    const arrivals = others.map(({ folded }) => folded.seatedAt);
    const context = { courses: tickets, seatedAt, nextArrival: nextArrivalAmong(arrivals) };
    return tickets.map((ticket): KeptTicket => {
      const actions = actionsOn(ticket, tickets, order.actions);
      const kept = { ...ticket, orderKey: order.orderKey, branch, order: names, table, seatedAt, version: 0 };
      return { ...kept, ...standingAt(kept, actions, moment, limitsOf(ticket.course.number), calendar, context) };
    });
  });
}
