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

/**
 * The keys that hold at `now` (server time, epoch ms), the newest first: two while a secret is rotated. Since when one
 * holds only orders them: a server whose clock was set back must not refuse its own POS.
 */
export function liveKeys(subscription: Subscription, now: number): SigningKey[] {
  const { secretEncoding, signatureEncoding, algorithm } = subscription;
  return subscription.secrets
    .filter(({ validUntil }) => validUntil === null || now < validUntil)
    .toSorted((a, b) => b.validFrom - a.validFrom)
    .map(({ secret }) => ({ secret, secretEncoding, signatureEncoding, algorithm }));
}
