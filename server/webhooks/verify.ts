import { timingSafeEqual } from 'node:crypto';
import { type HeaderPair, type Headers, headerPairs } from './headers';
import { type SignatureEncoding, type SigningKey, sign } from './sign';
import { liveKeys, type Subscription } from './subscription';

export type VerificationCode = 'NO_SUBSCRIPTION_ID' | 'INVALID_SUBSCRIPTION_ID' | 'NO_SIGNATURE' | 'INVALID_SIGNATURE';

/**
 * A header pair whose subscription is known and which carries a signature; whether it is the right one is still open.
 */
export type Claimed = { subscription: Subscription; pair: HeaderPair & { signature: string } };

export type Identified =
  /** More than one claim only from a POS that sends headers of several families. */
  | { known: true; claims: readonly [Claimed, ...Claimed[]] }
  | { known: false; code: VerificationCode; subscriptionId: string | null };

export type Verified =
  | { verified: true; subscription: Subscription; key: SigningKey; prefix: string }
  | { verified: false; code: 'INVALID_SIGNATURE' };

/** Each claim costs a digest of the body. */
const MOST_CLAIMS = 4;

/** The claimed sender of a request. */
export function identify(
  headers: Headers,
  subscriptions: ReadonlyMap<string, Subscription>,
  pinnedPrefix: string | null,
): Identified {
  const pairs = headerPairs(headers, pinnedPrefix);
  const [first] = pairs;
  if (!first) return { known: false, code: 'NO_SUBSCRIPTION_ID', subscriptionId: null };
  const known = pairs.filter((pair) => subscriptions.has(pair.subscriptionId));
  if (!known[0]) return { known: false, code: 'INVALID_SUBSCRIPTION_ID', subscriptionId: first.subscriptionId };

  const [claim, ...more] = known.slice(0, MOST_CLAIMS).flatMap((pair): Claimed[] => {
    const subscription = subscriptions.get(pair.subscriptionId);
    const { signature } = pair;
    return subscription && signature !== null ? [{ subscription, pair: { ...pair, signature } }] : [];
  });
  return claim
    ? { known: true, claims: [claim, ...more] }
    : { known: false, code: 'NO_SIGNATURE', subscriptionId: known[0].subscriptionId };
}

/**
 * Whether a signature is that of exactly these bytes, by a secret that holds at `now` (server time, epoch ms).
 * Pure. There is no window on the event's time: only the body is signed, and after an outage old events are welcome.
 */
export function verify(claims: readonly Claimed[], body: Uint8Array, now: number): Verified {
  for (const { subscription, pair } of claims) {
    const claimed = Buffer.from(canonical(pair.signature, subscription.signatureEncoding));
    const key = liveKeys(subscription, now).find((candidate) => matches(claimed, Buffer.from(sign(body, candidate))));
    if (key) return { verified: true, subscription, key, prefix: pair.prefix };
  }
  return { verified: false, code: 'INVALID_SIGNATURE' };
}

/** The bytes that a signature's text stands for; null where it is not the one canonical text of any. */
export function decodeSignature(text: string, encoding: SignatureEncoding): Buffer | null {
  const written = canonical(text, encoding);
  const bytes = Buffer.from(written, encoding);
  // Node reads Base64 leniently: without this, a bit flipped in the padding would pass.
  return bytes.toString(encoding) === written ? bytes : null;
}

/** As we would write it: hexadecimal digits may come in either case. */
function canonical(signature: string, encoding: SignatureEncoding): string {
  return encoding === 'hex' ? signature.toLowerCase() : signature;
}

/** `timingSafeEqual` throws on unequal lengths. */
export function matches(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
