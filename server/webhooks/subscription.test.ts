import { expect, it } from 'vitest';
import { liveKeys, type Subscription } from './subscription';

function subscription(...secrets: Subscription['secrets']): Subscription {
  return { id: 'a', secrets, secretEncoding: 'utf8', signatureEncoding: 'hex', algorithm: 'sha1', event: null };
}

it('signs as the subscription says', () => {
  expect(liveKeys(subscription({ secret: 'one', validFrom: 0, validUntil: null }), 10)).toEqual([
    { secret: 'one', secretEncoding: 'utf8', signatureEncoding: 'hex', algorithm: 'sha1' },
  ]);
});

it('has two keys while a secret is rotated, the newest first', () => {
  const rotated = subscription(
    { secret: 'old', validFrom: 0, validUntil: 20 },
    { secret: 'new', validFrom: 10, validUntil: null },
  );
  const at = (now: number) => liveKeys(rotated, now).map(({ secret }) => secret);
  expect(at(10)).toEqual(['new', 'old']);
  expect(at(19)).toEqual(['new', 'old']);
  expect(at(20)).toEqual(['new']);
});

it('has the new one too while the server’s clock is set back', () => {
  const fresh = subscription({ secret: 'new', validFrom: 10, validUntil: null });
  expect(liveKeys(fresh, 0)).toHaveLength(1);
});

it('has none after the last has ended', () => {
  expect(liveKeys(subscription({ secret: 'one', validFrom: 10, validUntil: 20 }), 20)).toEqual([]);
});

it('has the same keys each time, for as long as it is the same', () => {
  const one = subscription({ secret: 'one', validFrom: 0, validUntil: null });
  expect(liveKeys(one, 10)[0]).toBe(liveKeys(one, 20)[0]);
  const [changed] = liveKeys({ ...one, algorithm: 'sha512' }, 20);
  expect(changed).toMatchObject({ secret: 'one', algorithm: 'sha512' });
});
