import type { Database } from '../storage/database';
import { branchesIn } from './subscriptions';

export type ListedSubscription = {
  id: string;
  event: string | null;
  secrets: number;
  lastDeliveryAt: string | null;
  /** Present if it may send for these only. */
  branches?: readonly number[];
};

export async function listSubscriptions(
  tables: Pick<Database, 'subscription'>,
  now: number,
): Promise<ListedSubscription[]> {
  const rows = await tables.subscription.findMany({ include: { secrets: true }, orderBy: { id: 'asc' } });
  return rows.map(({ id, event, secrets, lastDeliveryAt, branches }) => ({
    id,
    event,
    secrets: secrets.filter(({ validUntil }) => validUntil === null || validUntil > now).length,
    lastDeliveryAt: lastDeliveryAt === null ? null : new Date(Number(lastDeliveryAt)).toISOString(),
    ...(branches === null ? {} : { branches: branchesIn(branches) ?? [] }),
  }));
}
