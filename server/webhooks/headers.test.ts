import { expect, it } from 'vitest';
import { headerPairs, headersOfInterest } from './headers';

it('finds the headers of any family, and writes its prefix as in replies', () => {
  expect(headerPairs({ 'x-service-subscription-id': 'a', 'x-service-signature': 's' }, null)).toEqual([
    { prefix: 'X-Service', subscriptionId: 'a', signature: 's' },
  ]);
  expect(headerPairs({ 'x-big-brand-subscription-id': 'a', 'x-big-brand-signature': 's' }, null)).toEqual([
    { prefix: 'X-Big-Brand', subscriptionId: 'a', signature: 's' },
  ]);
});

it('finds several families, those with a signature first', () => {
  const headers = {
    'x-one-subscription-id': 'a',
    'x-two-subscription-id': 'b',
    'x-two-signature': 's',
    'x-three-signature': 'without an id',
  };
  expect(headerPairs(headers, null).map(({ prefix }) => prefix)).toEqual(['X-Two', 'X-One']);
});

it('uses only the pinned family, in any case', () => {
  const headers = { 'x-one-subscription-id': 'a', 'x-two-subscription-id': 'b' };
  expect(headerPairs(headers, 'TWO')).toEqual([{ prefix: 'X-Two', subscriptionId: 'b', signature: null }]);
  expect(headerPairs(headers, 'three')).toEqual([]);
});

it('treats blank headers as absent, and trims the others', () => {
  expect(headerPairs({ 'x-one-subscription-id': ' ' }, null)).toEqual([]);
  expect(headerPairs({ 'x-one-subscription-id': ' a ', 'x-one-signature': '  ' }, null)).toEqual([
    { prefix: 'X-One', subscriptionId: 'a', signature: null },
  ]);
});

it.each([
  'x-subscription-id',
  'x--subscription-id',
  'subscription-id',
  'y-one-subscription-id',
  'x-one-subscription-id-2',
])('does not treat %s as a family', (name) => {
  expect(headerPairs({ [name]: 'a' }, null).filter(({ prefix }) => prefix !== 'X-')).toEqual([]);
});

it('joins a repeated header, so that it matches no subscription', () => {
  expect(headerPairs({ 'x-one-subscription-id': ['a', 'a'] }, null)).toMatchObject([{ subscriptionId: 'a, a' }]);
});

it('stores the headers that help to understand a delivery, truncated', () => {
  const headers = {
    authorization: 'Basic secret',
    cookie: 'heatlamp_screen=secret',
    host: 'here',
    'content-type': 'application/json',
    'user-agent': 'u'.repeat(300),
    'x-one-subscription-id': 'a',
    'x-one-signature': 's',
    'x-one-secret': 'secret',
    accept: undefined,
  };
  expect(headersOfInterest(headers)).toEqual({
    'content-type': 'application/json',
    'user-agent': 'u'.repeat(200),
    'x-one-subscription-id': 'a',
    'x-one-signature': 's',
  });
});
