import { expect, it } from 'vitest';
import { describeMismatch, explainMismatch } from './refusals';
import { type SigningKey, sign } from './sign';
import type { Subscription } from './subscription';

const SECRET = 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=';
const BODY = Buffer.from('test');

const ours: Subscription = {
  id: 'heatlamp',
  secrets: [{ secret: SECRET, validFrom: 0, validUntil: null }],
  secretEncoding: 'base64',
  signatureEncoding: 'base64',
  algorithm: 'sha256',
  event: null,
};
const ourKey: SigningKey = {
  secret: SECRET,
  secretEncoding: 'base64',
  signatureEncoding: 'base64',
  algorithm: 'sha256',
};

function explain(signature: string, subscription = ours, all: Subscription[] = []): string {
  const pair = { prefix: 'X-Service', subscriptionId: subscription.id, signature };
  return describeMismatch(explainMismatch({ subscription, pair }, BODY, all));
}

it.each<[Partial<SigningKey>, string]>([
  [{ secretEncoding: 'utf8' }, '--secret-encoding utf8'],
  [{ signatureEncoding: 'hex' }, '--signature-encoding hex'],
  [{ algorithm: 'sha1' }, '--algorithm sha1'],
  [{ algorithm: 'sha512', signatureEncoding: 'hex' }, '--signature-encoding hex --algorithm sha512'],
  [
    { algorithm: 'sha512', signatureEncoding: 'hex', secretEncoding: 'utf8' },
    '--secret-encoding utf8 --signature-encoding hex --algorithm sha512',
  ],
])('names the options that would have matched: %o', (variant, explanation) => {
  expect(explain(sign(BODY, { ...ourKey, ...variant }))).toBe(`it would match with ${explanation}`);
});

it('names the subscription of the secret', () => {
  const other: Subscription = {
    ...ours,
    id: 'other',
    secrets: [{ secret: 'AAAAAAAAAAAAAAAA', validFrom: 0, validUntil: null }],
  };
  const signature = sign(BODY, { ...ourKey, secret: 'AAAAAAAAAAAAAAAA' });
  expect(explain(signature, ours, [ours, other])).toBe('it would match with the secret of subscription other');
});

it('tries the secrets of many subscriptions on a delivery of usual size, but not on the largest body', () => {
  const others = Array.from({ length: 300 }, (_, index) => {
    const secret = Buffer.from(`the secret of subscription ${index}`).toString('base64');
    return { ...ours, id: `till-${index}`, secrets: [{ secret, validFrom: 0, validUntil: null }] };
  });
  const last = others.at(-1) as Subscription;
  const found = (body: Buffer) => {
    const signature = sign(body, { ...ourKey, secret: last.secrets[0]?.secret ?? '' });
    const pair = { prefix: 'X-Service', subscriptionId: ours.id, signature };
    return explainMismatch({ subscription: ours, pair }, body, [ours, ...others]).is;
  };
  expect(found(Buffer.alloc(1_000))).toBe('other-subscription');
  expect(found(Buffer.alloc(255_000))).toBe('unknown-secret');
});

it('detects an expired secret', () => {
  const fresh = Buffer.alloc(32, 9).toString('base64');
  const secrets = [
    { secret: SECRET, validFrom: 0, validUntil: 1_000 },
    { secret: fresh, validFrom: 1_000, validUntil: null },
  ];
  expect(explain(sign(BODY, ourKey), { ...ours, secrets })).toBe('it was signed with a secret that has ended');
});

it('has no explanation for an unknown secret, or without a signature', () => {
  for (const signature of [sign(Buffer.from('other'), ourKey), 'AAAA', '', '😀', 'zz'])
    expect(explain(signature)).toBe('nor does it match with any other encoding');
});

it('never contains a secret', () => {
  const explanation = explain(sign(BODY, { ...ourKey, secretEncoding: 'utf8' }));
  expect(explanation).not.toContain(SECRET);
});
