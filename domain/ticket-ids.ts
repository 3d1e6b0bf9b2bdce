/** More are no click on a figure. */
const MOST = 300;

/** The ids of tickets (`<order key>-<course>-<round>`) in a text, apart by commas; null where it is none of such. */
export function readTicketIds(text: string): string[] | null {
  const ids = text.split(',');
  return ids.length <= MOST && ids.every((id) => partsOfTicketId(id) !== null) ? ids : null;
}

/** Order key, course number and round; null where that is no ticket's id. */
export function partsOfTicketId(id: string): [orderKey: number, course: number, round: number] | null {
  const [, orderKey, course, round] = /^(\d{1,10})-(-?\d{1,10})-(\d{1,10})$/.exec(id) ?? [];
  return round === undefined ? null : [Number(orderKey), Number(course), Number(round)];
}
