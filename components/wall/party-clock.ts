import type { HungryAfter, Table, Ticket } from '../../domain/live-contract';

/** The table of a ticket as the board has it; null for one that goes over the counter. */
export function tableOf({ table }: Ticket, tables: ReadonlyMap<string, Table>): Table | null {
  return (table && tables.get(`${table.number}/${table.subNumber}`)) ?? null;
}

/**
 * Since when a table has had nothing to eat (POS time, epoch ms): since it last received food, or else since its first
 * course began. Null for what goes over the counter, and where no step tells.
 */
export function fedAt(ticket: Ticket, table: Table | null): number | null {
  return table?.lastFoodAt ? Date.parse(table.lastFoodAt) : firstCourseAt(ticket, table);
}

/** When the first course of a table began; that of the ticket itself where the board does not tell. Null as above. */
export function firstCourseAt({ startedAt, readyAt, table: named }: Ticket, table: Table | null): number | null {
  const began = table?.firstCourseAt ?? startedAt ?? readyAt;
  return named && began ? Date.parse(began) : null;
}

/**
 * After how many ms without food a party is hungry: what parties of just its size mostly wait at the longest. Null where
 * its size, or that, is not known: another size says nothing of it.
 */
export function hungryAfterMs(ticket: Ticket, table: Table | null, hungryAfter: readonly HungryAfter[]): number | null {
  const guests = table?.guests ?? ticket.table?.guests;
  const known = hungryAfter.find((each) => each.guests === guests);
  return known ? known.seconds * 1000 : null;
}
