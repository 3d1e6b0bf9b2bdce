import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Algorithm, keyBytes, type SecretEncoding, type SignatureEncoding, type SigningKey, sign } from './sign';
import type { Subscription } from './subscription';
import { verify } from './verify';

const SECRET = 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=';
const key: SigningKey = {
  secret: SECRET,
  secretEncoding: 'base64',
  algorithm: 'sha256',
  signatureEncoding: 'base64',
};

it('signs the published test vector', () => {
  expect(sign(Buffer.from('test'), key)).toBe('EBFFIb5qPH/teEFmjtwcIj6h80cl+X1DUy62D46tnu8=');
});

it('accepts the secret as Base64, or as the key itself', () => {
  expect(keyBytes(key)).toEqual(Buffer.from(SECRET, 'base64'));
  expect(keyBytes(key)).toHaveLength(32);
  expect(keyBytes({ secret: 'clé €', secretEncoding: 'utf8' })).toEqual(Buffer.from('clé €', 'utf8'));
});

it.each<[Algorithm, SignatureEncoding]>([
  ['sha1', 'base64'],
  ['sha1', 'hex'],
  ['sha256', 'hex'],
  ['sha512', 'base64'],
  ['sha512', 'hex'],
])('signs with %s as %s', (algorithm, signatureEncoding) => {
  const expected = createHmac(algorithm, Buffer.from(SECRET, 'base64')).update('test').digest(signatureEncoding);
  expect(sign(Buffer.from('test'), { ...key, algorithm, signatureEncoding })).toBe(expected);
});

it('signs an empty body, and bytes that are no text', () => {
  expect(sign(Buffer.alloc(0), key)).not.toBe(sign(Buffer.of(0), key));
  expect(sign(Buffer.of(0xff, 0x00), key)).not.toBe(sign(Buffer.from(Buffer.of(0xff, 0x00).toString('utf8')), key));
});

const anyKey = fc.record({
  secret: fc.uint8Array({ minLength: 1, maxLength: 80 }),
  secretEncoding: fc.constantFrom<SecretEncoding>('base64', 'utf8'),
  algorithm: fc.constantFrom<Algorithm>('sha1', 'sha256', 'sha512'),
  signatureEncoding: fc.constantFrom<SignatureEncoding>('base64', 'hex'),
});

it('a signature verifies for any bytes and any way of signing', () => {
  fc.assert(
    fc.property(anyKey, fc.uint8Array({ maxLength: 2_000 }), ({ secret, ...variant }, body) => {
      const signing = { ...variant, secret: Buffer.from(secret).toString('base64') };
      const { secret: text, ...how } = signing;
      const subscription: Subscription = {
        id: 'any',
        event: null,
        secrets: [{ secret: text, validFrom: 0, validUntil: null }],
        ...how,
      };
      const pair = { prefix: 'X-Service', subscriptionId: 'any', signature: sign(body, signing) };
      expect(verify([{ subscription, pair }], body, 1)).toMatchObject({ verified: true, prefix: 'X-Service' });
    }),
    { numRuns: 300 },
  );
});
