import { describe, expect, it } from 'vitest';
import { type SigningKey, sign } from './sign';
import type { Subscription } from './subscription';
import { type Claimed, identify, verify } from './verify';

const SECRET = 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=';
const OTHER_SECRET = Buffer.alloc(32, 7).toString('base64');
const BODY = Buffer.from('{"event":{"eventCounter":1}}');
const NOW = Date.UTC(2026, 5, 19, 18);

function subscriptionOf(changes: Partial<Subscription> = {}): Subscription {
  return {
    id: 'heatlamp',
    secrets: [{ secret: SECRET, validFrom: 0, validUntil: null }],
    secretEncoding: 'base64',
    signatureEncoding: 'base64',
    algorithm: 'sha256',
    event: null,
    ...changes,
  };
}

function keyOf({ secretEncoding, signatureEncoding, algorithm }: Subscription, secret = SECRET): SigningKey {
  return { secret, secretEncoding, signatureEncoding, algorithm };
}

function claim(subscription: Subscription, signature: string): Claimed[] {
  return [{ subscription, pair: { prefix: 'X-Service', subscriptionId: subscription.id, signature } }];
}

/** The same bytes with one flipped bit, for each bit. */
function* flippedBits(bytes: Uint8Array): Generator<Buffer> {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield flipped;
  }
}

const isVerified = (subscription: Subscription, signature: string, body: Uint8Array = BODY, now = NOW) =>
  verify(claim(subscription, signature), body, now).verified;

describe('a signature', () => {
  const subscription = subscriptionOf();
  const signature = sign(BODY, keyOf(subscription));

  it('is accepted for the published test vector', () => {
    expect(isVerified(subscription, 'EBFFIb5qPH/teEFmjtwcIj6h80cl+X1DUy62D46tnu8=', Buffer.from('test'))).toBe(true);
  });

  it('returns the key and the header prefix for the response', () => {
    expect(verify(claim(subscription, signature), BODY, NOW)).toEqual({
      verified: true,
      subscription,
      key: keyOf(subscription),
      prefix: 'X-Service',
    });
  });

  it('is refused for every single flipped bit of the body', () => {
    const accepted = [...flippedBits(BODY)].filter((body) => isVerified(subscription, signature, body));
    expect(accepted).toEqual([]);
  });

  it('is refused for every single flipped bit of the key', () => {
    const secrets = [...flippedBits(Buffer.from(SECRET, 'base64'))].map((bytes) => bytes.toString('base64'));
    expect(secrets).toHaveLength(256);
    const accepted = secrets.filter((secret) => isVerified(subscription, sign(BODY, keyOf(subscription, secret))));
    expect(accepted).toEqual([]);
  });

  it('is refused for every single flipped bit of its characters', () => {
    const texts = [...flippedBits(Buffer.from(signature, 'latin1'))].map((bytes) => bytes.toString('latin1'));
    expect(texts).toHaveLength(44 * 8);
    expect(texts.filter((text) => isVerified(subscription, text))).toEqual([]);
  });

  it('in hexadecimal may be in either case, and is refused for every other flipped bit', () => {
    const hex = subscriptionOf({ signatureEncoding: 'hex' });
    const good = sign(BODY, keyOf(hex));
    expect(isVerified(hex, good.toUpperCase())).toBe(true);
    const texts = [...flippedBits(Buffer.from(good, 'latin1'))].map((bytes) => bytes.toString('latin1'));
    const others = texts.filter((text) => text.toLowerCase() !== good);
    expect(others.length).toBeGreaterThan(64 * 7 - 1);
    expect(others.filter((text) => isVerified(hex, text))).toEqual([]);
  });

  it('is refused if it is longer, shorter, empty, unpadded, of another alphabet, or only a prefix', () => {
    const wrong = [
      '',
      '=',
      signature.slice(0, -1),
      signature.slice(0, 4),
      `${signature}=`,
      `${signature}AAAA`,
      ` ${signature}`,
      `${signature}\n`,
      `sha256=${signature}`,
      'AAAA',
      'é',
      '😀',
      signature.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
      Buffer.from(signature, 'base64').toString('hex'),
    ];
    expect(wrong.filter((text) => isVerified(subscription, text))).toEqual([]);
  });

  it('of another algorithm, secret encoding or signature encoding is refused', () => {
    const variants: Partial<SigningKey>[] = [
      { algorithm: 'sha1' },
      { algorithm: 'sha512' },
      { secretEncoding: 'utf8' },
      { signatureEncoding: 'hex' },
    ];
    for (const variant of variants) {
      const other = sign(BODY, { ...keyOf(subscription), ...variant });
      expect(isVerified(subscription, other)).toBe(false);
      const { secret: _, ...how } = { ...keyOf(subscription), ...variant };
      expect(isVerified(subscriptionOf(how), other)).toBe(true);
    }
  });
});

describe('secrets', () => {
  const rotated = subscriptionOf({
    secrets: [
      { secret: SECRET, validFrom: 0, validUntil: NOW + 1_000 },
      { secret: OTHER_SECRET, validFrom: NOW - 1_000, validUntil: null },
    ],
  });
  const old = sign(BODY, keyOf(rotated, SECRET));
  const fresh = sign(BODY, keyOf(rotated, OTHER_SECRET));

  it('are two during a rotation, and the answer is signed with that of the request', () => {
    expect(verify(claim(rotated, old), BODY, NOW)).toMatchObject({ verified: true, key: { secret: SECRET } });
    expect(verify(claim(rotated, fresh), BODY, NOW)).toMatchObject({ verified: true, key: { secret: OTHER_SECRET } });
  });

  it('expire at their instant', () => {
    expect(isVerified(rotated, old, BODY, NOW + 999)).toBe(true);
    expect(isVerified(rotated, old, BODY, NOW + 1_000)).toBe(false);
    expect(isVerified(rotated, fresh, BODY, NOW + 1_000)).toBe(true);
  });

  it('are valid on a server whose clock was set back to before they were added', () => {
    expect(isVerified(rotated, fresh, BODY, 0)).toBe(true);
  });

  it('accept nothing if there are none', () => {
    expect(isVerified(subscriptionOf({ secrets: [] }), old)).toBe(false);
  });
});

describe('the claimed subscription of a request', () => {
  const subscriptions = new Map([['heatlamp', subscriptionOf()]]);
  const who = (headers: Record<string, string>, pinned: string | null = null) =>
    identify(headers, subscriptions, pinned);

  it('is refused without a subscription, then for an unknown one, then without a signature', () => {
    expect(who({ 'x-service-signature': 'x' })).toMatchObject({ known: false, code: 'NO_SUBSCRIPTION_ID' });
    expect(who({ 'x-service-subscription-id': '  ' })).toMatchObject({ known: false, code: 'NO_SUBSCRIPTION_ID' });
    expect(who({ 'x-service-subscription-id': 'stranger' })).toMatchObject({ code: 'INVALID_SUBSCRIPTION_ID' });
    expect(who({ 'x-service-subscription-id': 'HEATLAMP' })).toMatchObject({ code: 'INVALID_SUBSCRIPTION_ID' });
    expect(who({ 'x-service-subscription-id': 'heatlamp' })).toMatchObject({ code: 'NO_SIGNATURE' });
    expect(who({ 'x-service-subscription-id': 'heatlamp', 'x-other-signature': 'x' })).toMatchObject({
      code: 'NO_SIGNATURE',
    });
  });

  it('is read from the pinned family only, if one is pinned', () => {
    const headers = { 'x-acme-subscription-id': 'heatlamp', 'x-acme-signature': 's' };
    expect(who(headers, 'Acme')).toMatchObject({ known: true, claims: [{ pair: { prefix: 'X-Acme' } }] });
    expect(who(headers, 'Service')).toMatchObject({ known: false, code: 'NO_SUBSCRIPTION_ID' });
  });

  it('is the known one of several families, with any valid signature among them', () => {
    const good = sign(BODY, keyOf(subscriptionOf()));
    const headers = {
      'x-old-subscription-id': 'heatlamp',
      'x-old-signature': 'of an older scheme',
      'x-new-subscription-id': 'heatlamp',
      'x-new-signature': good,
      'x-proxy-subscription-id': 'stranger',
      'x-proxy-signature': good,
    };
    const found = who(headers);
    expect(found).toMatchObject({ known: true });
    if (found.known) expect(verify(found.claims, BODY, NOW)).toMatchObject({ verified: true, prefix: 'X-New' });
  });

  it('costs a bounded number of digests, however many families are sent', () => {
    const headers = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        [`x-a${index}-subscription-id`, 'heatlamp'],
        [`x-a${index}-signature`, 's'],
      ]).flat(),
    );
    const found = who(headers);
    expect(found.known && found.claims.length).toBe(4);
  });
});
