import type { DeliveryOutcome } from '../../contract/deliveries';
import { DELIVERY_BY_ID, deliveriesToReplay } from '../sql/delivery-statements';
import { int } from '../sql/int';
import type { Source } from '../sql/statements';
import type { DeliveryCursor } from './list-deliveries';
import type { DeliveryRow } from './listed-delivery';

/** A stored delivery with everything that a replay needs. */
export type StoredDelivery = {
  id: string;
  receivedAt: number;
  subscription: string;
  pathEvent: string;
  headers: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  branch: number | null;
  bodySha256: string;
  body: Uint8Array;
  /** When the body was erased, epoch ms; null while it is there. */
  erasedAt: number | null;
};

/**
 * One delivery by id, or those of an outcome, oldest first: at most `limit`, after the cursor `after`. `branches`
 * restricts them; null selects deliveries whose branch could not be read.
 */
export type ReplayQuestion =
  | { id: string }
  | { outcome: DeliveryOutcome; after: DeliveryCursor; limit: number; branches?: readonly (number | null)[] };

/** The cursor before the first delivery. */
export const FIRST_DELIVERY: DeliveryCursor = { receivedAt: 0, id: '' };

/** Reads stored deliveries; none for an unknown id. */
export async function storedDeliveries(source: Source, question: ReplayQuestion): Promise<StoredDelivery[]> {
  const rows =
    'id' in question
      ? await source.$queryRawUnsafe<DeliveryRow[]>(DELIVERY_BY_ID, question.id)
      : await source.$queryRawUnsafe<DeliveryRow[]>(
          deliveriesToReplay(question.branches, question.limit),
          question.outcome,
          question.after.receivedAt,
          question.after.receivedAt,
          question.after.id,
        );
  return rows.map((row) => ({
    id: row.id,
    receivedAt: int(row.receivedAt),
    subscription: row.subscription,
    pathEvent: row.pathEvent,
    headers: row.headers,
    outcome: row.outcome,
    reason: row.reason,
    branch: int(row.branch),
    bodySha256: row.bodySha256,
    body: row.body,
    erasedAt: int(row.erasedAt),
  }));
}
