import type { Ticket } from '../contract/live';
import { MINUTE_MS } from '../lib/time';

const SOON_MS = 2 * MINUTE_MS;

type Cooking = Pick<Ticket, 'startedAt' | 'expectedSeconds'>;
type Course = Cooking & Pick<Ticket, 'readyAt' | 'closedAt' | 'collected' | 'presumedServed'>;

/**
 * F29: in how many ms (above 0, at most two minutes) the food of an order is complete at `now` (POS time, epoch ms); null
 * if it does not go out together, or not that soon.
 */
export function togetherIn(courses: readonly Course[], now: number): number | null {
  const due = courses.filter(
    ({ closedAt, collected, presumedServed }) => closedAt === null && collected === null && presumedServed === null,
  );
  const cooking = due.filter(({ readyAt }) => readyAt === null);
  if (due.length < 2 || cooking.length === 0) return null;
  const waits = cooking.map((course) => (dueAt(course) ?? Number.POSITIVE_INFINITY) - now);
  const last = Math.max(...waits);
  return Math.min(...waits) > 0 && last <= SOON_MS ? last : null;
}

/** When a course is expected to be ready (POS time, epoch ms); null if its start or its time is not known. */
export function dueAt({ startedAt, expectedSeconds }: Cooking): number | null {
  return startedAt === null || expectedSeconds === null ? null : Date.parse(startedAt) + expectedSeconds * 1000;
}
