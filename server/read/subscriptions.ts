import type { JournalSubscription } from '../../contract/deliveries';
import { int } from '../sql/ticket-row';
import type { Source } from './source';

/** instant, instant. The secrets are counted; they never leave the database by this way. */
const SUBSCRIPTIONS = `
  SELECT s."id", s."event", s."secretEncoding", s."signatureEncoding", s."algorithm", s."createdAt", s."lastDeliveryAt",
    (SELECT count(*) FROM "SubscriptionSecret" k
      WHERE k."subscriptionId" = s."id" AND (k."validUntil" IS NULL OR k."validUntil" > ?)) AS "secrets",
    (SELECT max(k."validUntil") FROM "SubscriptionSecret" k
      WHERE k."subscriptionId" = s."id" AND k."validUntil" > ?) AS "oldSecretUntil"
  FROM "Subscription" s ORDER BY s."id"`;

type Int = number | bigint;
type SubscriptionRow = Pick<
  JournalSubscription,
  'id' | 'event' | 'secretEncoding' | 'signatureEncoding' | 'algorithm'
> & {
  createdAt: Int;
  lastDeliveryAt: Int | null;
  secrets: Int;
  oldSecretUntil: Int | null;
};

/** What both sides agreed on, without the secrets. `now` is server time, epoch ms. */
export async function readSubscriptions(source: Source, now: number): Promise<JournalSubscription[]> {
  const rows = await source.$queryRawUnsafe<SubscriptionRow[]>(SUBSCRIPTIONS, now, now);
  return rows.map(({ createdAt, lastDeliveryAt, secrets, oldSecretUntil, ...agreed }) => ({
    ...agreed,
    secrets: int(secrets),
    oldSecretUntil: textOf(oldSecretUntil),
    createdAt: new Date(int(createdAt)).toISOString(),
    lastDeliveryAt: textOf(lastDeliveryAt),
  }));
}

function textOf(at: Int | null): string | null {
  return at === null ? null : new Date(int(at)).toISOString();
}
