import type { Party, Table, Ticket, UsualWait } from '../../contract/live';
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

/**
 * Wait in ms after which a party counts as hungry: the usual longest wait of parties of exactly its size. Null if the
 * size or that wait is unknown; other sizes say nothing about it.
 */
export function hungryAfterMs(ticket: Ticket, party: Party | null, hungryAfter: readonly UsualWait[]): number | null {
  const guests = party?.guests ?? ticket.table?.guests;
  const known = hungryAfter.find((each) => each.guests === guests);
  return known ? known.seconds * 1000 : null;
}
