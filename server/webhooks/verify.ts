import { timingSafeEqual } from 'node:crypto';
import { type HeaderPair, type Headers, headerPairs } from './headers';
import { type SignatureEncoding, type SigningKey, sign } from './sign';
import { liveKeys, type Subscription } from './subscription';

/** A pair of headers with a known subscription and a signature that has not been verified yet. */
export type Claimed = { subscription: Subscription; pair: HeaderPair & { signature: string } };

type Identified =
  /** Several claims only if the request has headers of several families. */
  | { known: true; claims: readonly [Claimed, ...Claimed[]] }
  | {
      known: false;
      code: 'NO_SUBSCRIPTION_ID' | 'INVALID_SUBSCRIPTION_ID' | 'NO_SIGNATURE';
      subscriptionId: string | null;
    };

export type Verified =
  | { verified: true; subscription: Subscription; key: SigningKey; prefix: string }
  | { verified: false };

/** Limits the number of digests per request. */
const MAX_CLAIMS = 4;

/** The subscriptions that a request claims, or the code of its refusal. */
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

  const [claim, ...more] = known.slice(0, MAX_CLAIMS).flatMap((pair): Claimed[] => {
    const subscription = subscriptions.get(pair.subscriptionId);
    const { signature } = pair;
    return subscription && signature !== null ? [{ subscription, pair: { ...pair, signature } }] : [];
  });
  return claim
    ? { known: true, claims: [claim, ...more] }
    : { known: false, code: 'NO_SIGNATURE', subscriptionId: known[0].subscriptionId };
}

/**
 * Verifies a signature of exactly these bytes by a secret that is valid at `now` (server time, epoch ms). Pure. Old events
 * are accepted, because the POS sends them again after an outage.
 */
export function verify(claims: readonly Claimed[], body: Uint8Array, now: number): Verified {
  for (const { subscription, pair } of claims) {
    const claimed = Buffer.from(canonical(pair.signature, subscription.signatureEncoding));
    const key = liveKeys(subscription, now).find((candidate) => matches(claimed, Buffer.from(sign(body, candidate))));
    if (key) return { verified: true, subscription, key, prefix: pair.prefix };
  }
  return { verified: false };
}

/** The bytes of an encoded signature; null if the text is not their canonical encoding. */
export function decodeSignature(text: string, encoding: SignatureEncoding): Buffer | null {
  const written = canonical(text, encoding);
  const bytes = Buffer.from(written, encoding);
  // Node.js decodes Base64 leniently: without this check, a flipped bit in the padding would be accepted.
  return bytes.toString(encoding) === written ? bytes : null;
}

/** The canonical form of a signature: hexadecimal digits in lower case. */
function canonical(signature: string, encoding: SignatureEncoding): string {
  return encoding === 'hex' ? signature.toLowerCase() : signature;
}

/** Compares in constant time. `timingSafeEqual` would throw for different lengths. */
export function matches(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
