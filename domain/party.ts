import type { Party, Table } from '../contract/live';
import { orderKeyOf } from './ticket-ids';

/** The party at a table that a ticket belongs to; null if its order has left the table or the table is unknown. */
export function partyOf(table: Table | null | undefined, ticketId: string): Party | null {
  const orderKey = orderKeyOf(ticketId);
  return table?.parties.find((party) => party.orderKey === orderKey) ?? null;
}
