import type { HungryAfter, Party, Table, Ticket } from '../../contract/live';
import { partyOf } from '../../domain/party';

/** The ticket's own party, and never another at the same table; null for what goes over the counter. */
export function partyAt({ id, table }: Ticket, tables: ReadonlyMap<string, Table>): Party | null {
  return table && partyOf(tables.get(`${table.number}/${table.subNumber}`), id);
}

/**
 * Since when a party has had nothing to eat (POS time, epoch ms): since it last received food, or else since its first
 * course began. Null for what goes over the counter, and where no step tells.
 */
export function fedAt(ticket: Ticket, party: Party | null): number | null {
  return party?.lastFoodAt ? Date.parse(party.lastFoodAt) : firstCourseAt(ticket, party);
}

/** When the first course of a party began; that of the ticket itself where the board does not tell. Null as above. */
export function firstCourseAt({ startedAt, readyAt, table }: Ticket, party: Party | null): number | null {
  const began = party?.firstCourseAt ?? startedAt ?? readyAt;
  return table && began ? Date.parse(began) : null;
}

/**
 * After how many ms without food a party is hungry: what parties of just its size mostly wait at the longest. Null where
 * its size, or that, is not known: another size says nothing of it.
 */
export function hungryAfterMs(ticket: Ticket, party: Party | null, hungryAfter: readonly HungryAfter[]): number | null {
  const guests = party?.guests ?? ticket.table?.guests;
  const known = hungryAfter.find((each) => each.guests === guests);
  return known ? known.seconds * 1000 : null;
}
