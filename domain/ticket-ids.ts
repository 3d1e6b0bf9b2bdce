/** More are no click on a figure. */
export const MOST_TICKETS = 200;
const TICKET_ID = /^\d{1,10}-(?:-?\d{1,10})-\d{1,10}$/;

/** The ids of tickets (`<order key>-<course>-<round>`) in a text, apart by commas; null where it is none of such. */
export function readTicketIds(text: string): string[] | null {
  const ids = text.split(',');
  return ids.length <= MOST_TICKETS && ids.every((id) => TICKET_ID.test(id)) ? ids : null;
}
