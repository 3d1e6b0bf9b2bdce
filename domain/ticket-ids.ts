import { TICKET_ID } from '../contract/constants';

/** The most ids that a request may list; no figure on a page links to more. */
export const MAX_TICKETS = 200;

/** The parts of a ticket's id: `<order key>-<course>-<round>`. */
export type TicketPlace = { orderKey: number; courseNumber: number; round: number };

/** Parses a ticket's id; null for any other text. */
export function readTicketId(id: string): TicketPlace | null {
  const [, orderKey, courseNumber, round] = TICKET_ID.exec(id) ?? [];
  return round === undefined
    ? null
    : { orderKey: Number(orderKey), courseNumber: Number(courseNumber), round: Number(round) };
}

/** Parses ticket ids that are separated by commas; null if one is invalid or there are too many. */
export function readTicketIds(text: string): string[] | null {
  const ids = text.split(',');
  return ids.length <= MAX_TICKETS && ids.every((id) => TICKET_ID.test(id)) ? ids : null;
}

/** The order key at the start of a ticket's id. */
export function orderKeyOf(ticketId: string): number {
  return Number.parseInt(ticketId, 10);
}
