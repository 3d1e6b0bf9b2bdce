import { KITCHEN_EVENTS } from '../../../contract/constants';

type Order = { orderId: string } | null;
type Details = { tableOrder?: Order; cafeteriaOrder?: Order; course: { courseNumber: number | string } };

/** The members of a kitchen event that its key depends on. */
export type KitchenBody = Details & { event: { eventTimestamp: string } } & Record<string, unknown>;

/** The key of an event: its order, its course and the POS's instant in epoch ms. Repeats have the same key. */
export function eventKey(body: KitchenBody): string {
  const nested = KITCHEN_EVENTS.map((event) => body[event]).find(
    (member) => typeof member === 'object' && member !== null,
  );
  const { tableOrder, cafeteriaOrder, course } = (nested ?? body) as Details;
  const order = (tableOrder ?? cafeteriaOrder)?.orderId ?? '';
  return keyOf(order, course.courseNumber, body.event.eventTimestamp);
}

/** Builds the key from its parts. `instant` is ISO 8601 with any offset. */
export function keyOf(orderId: string, courseNumber: number | string, instant: string): string {
  return `${orderId.toLowerCase()}/${courseNumber}/${Date.parse(instant)}`;
}
