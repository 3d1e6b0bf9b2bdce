import type { Table, Ticket } from '../../contract/live';
import { type Fact, factKey, outranks } from '../../domain/fact';
import { foldOrder } from '../../domain/fold';
import { keptTickets, type OrderToKeep } from '../../domain/kept-tickets';
import type { Limits } from '../../domain/limits';
import { tableKey } from '../../domain/order-table';
import { readTable } from '../../domain/read-table';
import { limitsFor } from '../../domain/settings';
import { viewTable } from '../../domain/table';
import { closesAt, type KeptTicket, readTicket } from '../../domain/ticket';
import { groupBy } from '../../lib/group';
import { HOUR_MS } from '../../lib/time-units';

/** What screens show at an instant (epoch ms), and the orders of which something was received by then. */
export type BoardAt = { now: number; tickets: Ticket[]; tables: Table[]; orders: readonly OrderToKeep[] };

export const LIMITS = limitsFor([], 1, 1);
/** The rules without F22e. */
export const WITHOUT_WAIT: Limits = { ...LIMITS, tablePresumedMs: 24 * HOUR_MS, followedPresumedMs: 24 * HOUR_MS };

const CALENDAR = { timeZone: 'Europe/Amsterdam', cutOffMinute: 4 * 60 };

/** A board without a server, from the facts that were received so far. */
export function createBoard(limits: Limits) {
  const facts = new Map<string, Map<string, Fact>>();
  const orders = new Map<string, OrderToKeep>();
  const reading = { unit: 'seconds' as const, limitsOf: () => limits };
  const closes = (ticket: KeptTicket) => closesAt(ticket, limits, CALENDAR);
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
      const kept = keptTickets(all, 1, { now, serverNow: now }, () => limits, CALENDAR);
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
