import { expect, it } from 'vitest';
import { liveKeys, type Subscription } from './subscription';

function subscription(...secrets: Subscription['secrets']): Subscription {
  return { id: 'a', secrets, secretEncoding: 'utf8', signatureEncoding: 'hex', algorithm: 'sha1', event: null };
}

it('signs with the options of the subscription', () => {
  expect(liveKeys(subscription({ secret: 'one', validFrom: 0, validUntil: null }), 10)).toEqual([
    { secret: 'one', secretEncoding: 'utf8', signatureEncoding: 'hex', algorithm: 'sha1' },
  ]);
});

it('has two keys during a rotation, the newest first', () => {
  const rotated = subscription(
    { secret: 'old', validFrom: 0, validUntil: 20 },
    { secret: 'new', validFrom: 10, validUntil: null },
  );
  const at = (now: number) => liveKeys(rotated, now).map(({ secret }) => secret);
  expect(at(10)).toEqual(['new', 'old']);
  expect(at(19)).toEqual(['new', 'old']);
  expect(at(20)).toEqual(['new']);
});

it('has the new key even if the server’s clock is set back', () => {
  const fresh = subscription({ secret: 'new', validFrom: 10, validUntil: null });
  expect(liveKeys(fresh, 0)).toHaveLength(1);
});

it('has no key after the last has expired', () => {
  expect(liveKeys(subscription({ secret: 'one', validFrom: 10, validUntil: 20 }), 20)).toEqual([]);
});

it('returns the same keys until it changes', () => {
  const one = subscription({ secret: 'one', validFrom: 0, validUntil: null });
  expect(liveKeys(one, 10)[0]).toBe(liveKeys(one, 20)[0]);
  const [changed] = liveKeys({ ...one, algorithm: 'sha512' }, 20);
  expect(changed).toMatchObject({ secret: 'one', algorithm: 'sha512' });
});
