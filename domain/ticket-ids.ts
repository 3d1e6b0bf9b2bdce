/** More are no click on a figure. */
export const MOST_TICKETS = 200;

/** What a ticket's id is made of: `<order key>-<course>-<round>`. */
export type TicketPlace = { orderKey: number; courseNumber: number; round: number };

/** The course of a POS may be negative. */
export const TICKET_ID = /^(0|[1-9]\d{0,9})-(0|-?[1-9]\d{0,9})-(0|[1-9]\d{0,9})$/;

/** The place that a ticket's id names; null for a text that is none. */
export function readTicketId(id: string): TicketPlace | null {
  const [, orderKey, courseNumber, round] = TICKET_ID.exec(id) ?? [];
  return round === undefined
    ? null
    : { orderKey: Number(orderKey), courseNumber: Number(courseNumber), round: Number(round) };
}

/** The ids of tickets in a text, apart by commas; null where it is none of such. */
export function readTicketIds(text: string): string[] | null {
  const ids = text.split(',');
  return ids.length <= MOST_TICKETS && ids.every((id) => TICKET_ID.test(id)) ? ids : null;
}

/** The key of the order that a ticket belongs to, from the front of its id. */
export function orderKeyOf(ticketId: string): number {
  return Number.parseInt(ticketId, 10);
}
