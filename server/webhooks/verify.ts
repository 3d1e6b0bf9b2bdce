import { timingSafeEqual } from 'node:crypto';
import { type HeaderPair, type Headers, headerPairs } from './headers';
import { digest, type SignatureEncoding, type SigningKey } from './sign';
import { liveKeys, type Subscription } from './subscription';

export type VerificationCode = 'NO_SUBSCRIPTION_ID' | 'INVALID_SUBSCRIPTION_ID' | 'NO_SIGNATURE' | 'INVALID_SIGNATURE';

/** A request whose subscription is known and which carries a signature; whether it is the right one is still open. */
export type Claimed = { subscription: Subscription; pair: HeaderPair & { signature: string } };

export type Identified =
  | ({ known: true } & Claimed)
  | { known: false; code: VerificationCode; subscriptionId: string | null };

export type Verified =
  | { verified: true; subscription: Subscription; key: SigningKey; prefix: string }
  | { verified: false; code: 'INVALID_SIGNATURE' };

/** Who a request says it is from. Needs no body, so that a stranger's is never read. */
export function identify(
  headers: Headers,
  subscriptions: ReadonlyMap<string, Subscription>,
  pinnedPrefix: string | null,
): Identified {
  const pairs = headerPairs(headers, pinnedPrefix);
  const first = pairs[0];
  if (!first) return { known: false, code: 'NO_SUBSCRIPTION_ID', subscriptionId: null };

  for (const pair of pairs) {
    const subscription = subscriptions.get(pair.subscriptionId);
    if (!subscription) continue;
    const { signature } = pair;
    if (signature === null) return { known: false, code: 'NO_SIGNATURE', subscriptionId: pair.subscriptionId };
    return { known: true, subscription, pair: { ...pair, signature } };
  }
  return { known: false, code: 'INVALID_SUBSCRIPTION_ID', subscriptionId: first.subscriptionId };
}

/**
 * Whether the signature is that of exactly these bytes, by a secret that holds at `now` (server time, epoch ms).
 * Pure. There is no window on the event's time: only the body is signed, and after an outage old events are welcome.
 */
export function verify({ subscription, pair }: Claimed, body: Uint8Array, now: number): Verified {
  const signature = decodeSignature(pair.signature, subscription.signatureEncoding);
  const key = signature && liveKeys(subscription, now).find((candidate) => matches(signature, digest(body, candidate)));
  return key
    ? { verified: true, subscription, key, prefix: pair.prefix }
    : { verified: false, code: 'INVALID_SIGNATURE' };
}

/** The bytes that a signature's text stands for; null where it is not the one canonical text of any. */
export function decodeSignature(text: string, encoding: SignatureEncoding): Buffer | null {
  const canonical = encoding === 'hex' ? text.toLowerCase() : text;
  const bytes = Buffer.from(canonical, encoding);
  // Node reads Base64 leniently: without this, a bit flipped in the padding would pass.
  return bytes.toString(encoding) === canonical ? bytes : null;
}

/** `timingSafeEqual` throws on unequal lengths. */
export function matches(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
