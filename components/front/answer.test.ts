import { expect, it } from 'vitest';
import { isAnswer } from './answer';

const overview = { subscriptions: 1, screens: 0, lastDeliveryAt: null };

it('takes an answer of the server, with or without what its database says', () => {
  expect(isAnswer({ serverTime: 1, overview })).toBe(true);
  expect(isAnswer({ serverTime: 1, overview: { ...overview, lastDeliveryAt: 5 } })).toBe(true);
  expect(isAnswer({ serverTime: 1, overview: null })).toBe(true);
});

it.each([
  null,
  'alive',
  [],
  {},
  { serverTime: 1 },
  { serverTime: '1', overview },
  { serverTime: 1, overview: {} },
  { serverTime: 1, overview: { ...overview, lastDeliveryAt: 'yesterday' } },
  { serverTime: Number.NaN, overview: null },
])('takes nothing else: %j', (value) => {
  expect(isAnswer(value)).toBe(false);
});
