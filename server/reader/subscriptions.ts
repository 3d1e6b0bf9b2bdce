import type { SubscriptionInfo } from '../../contract/deliveries';
import { toIso } from '../../domain/to-iso';
import { type Int, int } from '../sql/int';
import { SUBSCRIPTIONS } from '../sql/page-statements';
import type { Source } from '../sql/statements';

type SubscriptionRow = Pick<SubscriptionInfo, 'id' | 'event' | 'secretEncoding' | 'signatureEncoding' | 'algorithm'> & {
  branches: string | null;
  createdAt: Int;
  lastDeliveryAt: Int | null;
  secrets: Int;
  oldSecretUntil: Int | null;
  isSecretUnused: Int | boolean;
};

/** The agreed options of every subscription, without the secrets. `now` is server time, epoch ms. */
export async function readSubscriptions(source: Source, now: number): Promise<SubscriptionInfo[]> {
  const rows = await source.$queryRawUnsafe<SubscriptionRow[]>(SUBSCRIPTIONS, now, now);
  return rows.map(({ createdAt, lastDeliveryAt, secrets, oldSecretUntil, isSecretUnused, branches, ...agreed }) => ({
    ...agreed,
    ...(branches === null ? {} : { branches: JSON.parse(branches) as number[] }),
    secrets: int(secrets),
    oldSecretUntil: toIso(int(oldSecretUntil)),
    isSecretUnused: Boolean(isSecretUnused),
    createdAt: toIso(int(createdAt)),
    lastDeliveryAt: toIso(int(lastDeliveryAt)),
  }));
}
