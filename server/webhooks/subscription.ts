import type { Algorithm, SecretEncoding, SignatureEncoding, SigningKey } from './sign';

type Secret = {
  secret: string;
  validFrom: number;
  /** The newest secret has no end. */
  validUntil: number | null;
  /** When the first delivery signed with it was stored, if it replaced another one. */
  usedAt?: number | null;
};

/** A subscription of the POS, with the options that are also configured in its back office. */
export type Subscription = {
  id: string;
  secrets: Secret[];
  secretEncoding: SecretEncoding;
  signatureEncoding: SignatureEncoding;
  algorithm: Algorithm;
  /** The event of all deliveries of this subscription, unless the body has a nested event; null if not pinned. */
  event: string | null;
  /** The branches of which it may send; absent or null for all. */
  branches?: readonly number[] | null;
};

type TimedKey = { key: SigningKey; validUntil: number | null };

/** Key objects stay the same until a subscription changes, so that derived values can be cached by key. */
const timedKeys = new WeakMap<Subscription, readonly TimedKey[]>();

/**
 * The keys that are valid at `now` (server time, epoch ms), the newest first; two during a rotation. The start of their
 * validity only orders them, because a server whose clock was set back must not refuse the POS.
 */
export function liveKeys(subscription: Subscription, now: number): SigningKey[] {
  let keys = timedKeys.get(subscription);
  if (!keys) {
    keys = keysOf(subscription);
    timedKeys.set(subscription, keys);
  }
  return keys.filter(({ validUntil }) => validUntil === null || now < validUntil).map(({ key }) => key);
}

/** The newest secret, if it replaced another one; undefined if it is the only one that there ever was. */
export function replacement({ secrets }: Subscription): Secret | undefined {
  return secrets.length > 1 ? secrets.find(({ validUntil }) => validUntil === null) : undefined;
}

function keysOf({ secrets, secretEncoding, signatureEncoding, algorithm }: Subscription): TimedKey[] {
  return secrets
    .toSorted((a, b) => b.validFrom - a.validFrom)
    .map(({ secret, validUntil }) => ({ validUntil, key: { secret, secretEncoding, signatureEncoding, algorithm } }));
}
