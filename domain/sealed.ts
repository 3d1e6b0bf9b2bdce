import { DAY_MS } from '../lib/time';
import type { Instant } from './fact';

/** F27: which facts an order takes. Instants are by the POS's clock. */
export type Seal = {
  /** When it was sealed; null while it takes facts. */
  sealedAt: Instant | null;
  /** When the order of the same identity before it was sealed; null without one. */
  takesAfter: Instant | null;
};

export const NOT_SEALED: Seal = Object.freeze({ sealedAt: null, takesAfter: null });

/** F27b: whether a fact of this instant changes nothing, because its order is sealed, or follows one that was sealed later. */
export function isLate(at: Instant, { sealedAt, takesAfter }: Seal): boolean {
  return sealedAt !== null || (takesAfter !== null && at <= takesAfter);
}

/** F27b: whether a fact of this instant begins a new order, because it is dated after its order was sealed. */
export function beginsAnew(at: Instant, { sealedAt }: Seal): boolean {
  return sealedAt !== null && at > sealedAt;
}

/** What is older than these instants is erased; null keeps it. */
export type Limits = { bodies: Instant | null; names: Instant | null };

/** F27a: the limits at `now`, by the server's clock, of two settings in days; `off` keeps everything. */
export function limitsOf(days: { bodies: number | string; names: number | string }, now: Instant): Limits {
  const limit = (of: number | string) => (typeof of === 'number' ? now - of * DAY_MS : null);
  const [bodies, names] = [limit(days.bodies), limit(days.names)];
  return { bodies: bodies === null || names === null ? (bodies ?? names) : Math.max(bodies, names), names };
}
