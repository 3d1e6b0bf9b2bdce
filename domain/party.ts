import type { Party, Table } from '../contract/live';
import { orderKeyOf } from './ticket-ids';

/** The party at a table that a ticket belongs to; null where its order is not there any more, or no table is known. */
export function partyOf(table: Table | null | undefined, ticketId: string): Party | null {
  const orderKey = orderKeyOf(ticketId);
  return table?.parties.find((party) => party.orderKey === orderKey) ?? null;
}
