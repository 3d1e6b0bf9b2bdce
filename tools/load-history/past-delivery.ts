import { createHash } from 'node:crypto';
import { v7 as timeOrderedId } from 'uuid';
import type { Delivery } from '../../server/intake/delivery';
import { translate } from '../../server/webhooks/translate';
import type { PastDelivery } from './generate-past-service';

/** The subscription of generated histories. */
export const SUBSCRIPTION = 'history';

const CONTENT_TYPE = 'application/json';
const HEADERS = { 'content-type': CONTENT_TYPE, 'x-service-subscription-id': SUBSCRIPTION };

/**
 * A delivery as the webhook passes it to the write queue. `index` counts the deliveries of a history, so that ids are
 * the same each time the history is loaded.
 */
export function deliveryOf({ receivedAt, pathEvent, body }: PastDelivery, index: number): Delivery {
  const bytes = Buffer.from(body);
  const hash = createHash('sha256').update(bytes).digest();
  const bodySha256 = hash.toString('hex');
  const context = {
    pathEvent,
    pinnedEvent: null,
    pathSlip: { isRead: true, exceptInBranches: [] },
    contentType: CONTENT_TYPE,
  };
  return {
    id: timeOrderedId({ msecs: receivedAt, seq: index, random: hash }),
    receivedAt,
    subscription: SUBSCRIPTION,
    pathEvent,
    headers: HEADERS,
    body: bytes,
    bodySha256,
    reading: translate(bytes, bodySha256, context, receivedAt),
    isReplay: false,
  };
}
