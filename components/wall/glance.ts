import type { Table, Ticket } from '../../domain/live-contract';
import { isNew, type Urgency, urgencyOf } from '../ticket/urgency';

/** What time alone changes on a card, but for its timer and how far it is. */
export type Glance = {
  urgency: Urgency;
  isNew: boolean;
  /** Whole minutes since the table last had food; null where that is known to be no trouble, or not known. */
  hungryMinutes: number | null;
};

/** A card at `now` (POS time, epoch ms). */
export function glanceAt(ticket: Ticket, table: Table | null, now: number): Glance {
  return {
    urgency: urgencyOf(ticket, now),
    isNew: isNew(ticket, now),
    hungryMinutes: hungryMinutes(ticket, table, now),
  };
}

/** Before the branch's time is known. */
export const FIRST_GLANCE: Glance = { urgency: 'cooking', isNew: false, hungryMinutes: null };

/** Told of a course that is late in the making: how long they have been sitting there with nothing. */
function hungryMinutes({ readyAt, lateAt }: Ticket, table: Table | null, now: number): number | null {
  const isLate = readyAt === null && lateAt !== null && Date.parse(lateAt) <= now;
  return isLate && table?.lastFoodAt ? Math.floor((now - Date.parse(table.lastFoodAt)) / 60_000) : null;
}
