import type { Algorithm, SecretEncoding, SignatureEncoding, SigningKey } from './sign';

/** What the POS's back office and we agreed on: who posts, and how it signs. */
export type Subscription = {
  id: string;
  secrets: { secret: string; validFrom: number; validUntil: number | null }[];
  secretEncoding: SecretEncoding;
  signatureEncoding: SignatureEncoding;
  algorithm: Algorithm;
  /** The event that everything on this subscription is, unless a body says otherwise. */
  event: string | null;
};

type TimedKey = { key: SigningKey; validUntil: number | null };

/** The same key objects until a subscription changes, so that derived values can be cached by key. */
const timedKeys = new WeakMap<Subscription, readonly TimedKey[]>();

/**
 * The keys that hold at `now` (server time, epoch ms), the newest first: two while a secret is rotated. Since when one
 * holds only orders them: a server whose clock was set back must not refuse its own POS.
 */
export function liveKeys(subscription: Subscription, now: number): SigningKey[] {
  let keys = timedKeys.get(subscription);
  if (!keys) {
    keys = keysOf(subscription);
    timedKeys.set(subscription, keys);
  }
  return keys.filter(({ validUntil }) => validUntil === null || now < validUntil).map(({ key }) => key);
}

function keysOf({ secrets, secretEncoding, signatureEncoding, algorithm }: Subscription): TimedKey[] {
  return secrets
    .toSorted((a, b) => b.validFrom - a.validFrom)
    .map(({ secret, validUntil }) => ({ validUntil, key: { secret, secretEncoding, signatureEncoding, algorithm } }));
}
