import type {
  ALGORITHMS,
  SECRET_ENCODINGS,
  SecretAdded,
  SIGNATURE_ENCODINGS,
  SubscriptionAdded,
} from '../../contract/deliveries';
import { type Replied, sendAsManager } from '../manager/fetch-as-manager';

/** What an owner decides about a new subscription. */
export type SubscriptionWish = {
  id: string;
  /** Absent: one is made. */
  secret?: string;
  secretEncoding: (typeof SECRET_ENCODINGS)[number];
  signatureEncoding: (typeof SIGNATURE_ENCODINGS)[number];
  algorithm: (typeof ALGORITHMS)[number];
  event?: string;
};

export function addSubscription(wish: SubscriptionWish): Promise<Replied<SubscriptionAdded>> {
  return sendAsManager('/api/v1/subscriptions', 'POST', wish);
}

/** The secret again, while the POS has not used it. */
export function showSecret(id: string): Promise<Replied<SubscriptionAdded>> {
  return sendAsManager(addressOf(id, 'secret'), 'POST', {});
}

export function rotateSubscription(id: string): Promise<Replied<SecretAdded>> {
  return sendAsManager(addressOf(id, 'rotate'), 'POST', {});
}

export function finishRotation(id: string): Promise<Replied<unknown>> {
  return sendAsManager(addressOf(id, 'finish'), 'POST', {});
}

export function limitSubscription(id: string, branches: readonly number[] | null): Promise<Replied<unknown>> {
  return sendAsManager(addressOf(id, 'limit'), 'POST', { branches });
}

/** Accepts the way in which the POS signs. */
export function changeSigning(id: string, signing: Partial<Omit<SubscriptionWish, 'id'>>): Promise<Replied<unknown>> {
  return sendAsManager(addressOf(id, 'signing'), 'POST', signing);
}

export function removeSubscription(id: string): Promise<Replied<unknown>> {
  return sendAsManager(addressOf(id, 'remove'), 'POST', {});
}

function addressOf(id: string, change: 'secret' | 'rotate' | 'finish' | 'limit' | 'signing' | 'remove'): string {
  return `/api/v1/subscriptions/${encodeURIComponent(id)}/${change}`;
}
