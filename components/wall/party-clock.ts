import type { Party, Table, Ticket } from '../../contract/live';
import { partyOf } from '../../domain/party';

/** The ticket's own party, never another one at the same table; null at the counter. */
export function partyAt({ id, table }: Ticket, tables: ReadonlyMap<string, Table>): Party | null {
  return table && partyOf(tables.get(`${table.number}/${table.subNumber}`), id);
}

/**
 * Start of the party's wait for food (POS time, epoch ms): its last food, or else the start of its first course. Null
 * at the counter and if no event gives the time.
 */
export function fedAt(ticket: Ticket, party: Party | null): number | null {
  return party?.lastFoodAt ? Date.parse(party.lastFoodAt) : firstCourseAt(ticket, party);
}

/**
 * Start of the party's first course, or of the ticket if the board does not have it (POS time, epoch ms). Null as in
 * `fedAt`.
 */
export function firstCourseAt({ startedAt, readyAt, table }: Ticket, party: Party | null): number | null {
  const began = party?.firstCourseAt ?? startedAt ?? readyAt;
  return table && began ? Date.parse(began) : null;
}

/** The size of the party of a ticket; null if it is unknown. */
export function guestsOf({ table }: Ticket, party: Party | null): number | null {
  return party?.guests ?? table?.guests ?? null;
}
