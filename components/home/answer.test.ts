import { expect, it } from 'vitest';
import { isAnswer } from './answer';

const overview = { subscriptions: 1, screens: 0, lastDeliveryAt: null };
const device = { is: 'not-paired' };
const paired = { is: 'paired', name: 'Wall', view: 'kitchen', branches: [{ number: 1, name: null }] };

it('an answer of the server is valid, with or without its database', () => {
  expect(isAnswer({ serverTime: 1, hasOwner: true, hasBackup: true, overview, device })).toBe(true);
  expect(
    isAnswer({
      serverTime: 1,
      hasOwner: true,
      hasBackup: true,
      overview: { ...overview, lastDeliveryAt: 5 },
      device: paired,
    }),
  ).toBe(true);
  expect(isAnswer({ serverTime: 1, hasOwner: true, hasBackup: true, overview: null, device: null })).toBe(true);
  expect(isAnswer({ serverTime: 1, hasOwner: true, hasBackup: true, overview, device: { is: 'revoked' } })).toBe(true);
});

it.each([
  null,
  'alive',
  [],
  {},
  { serverTime: 1 },
  { serverTime: 1, hasOwner: true, hasBackup: true, overview: null },
  { serverTime: 1, overview, device },
  { serverTime: '1', hasOwner: true, hasBackup: true, overview, device },
  { serverTime: 1, hasOwner: true, hasBackup: true, overview: {}, device },
  { serverTime: 1, hasOwner: true, hasBackup: true, overview: { ...overview, lastDeliveryAt: 'yesterday' }, device },
  { serverTime: 1, hasOwner: true, hasBackup: true, overview, device: {} },
  { serverTime: 1, hasOwner: true, hasBackup: true, overview, device: { is: 'welcome' } },
  { serverTime: 1, hasOwner: true, hasBackup: true, overview, device: { is: 'paired', name: 'Wall' } },
  { serverTime: 1, hasOwner: true, hasBackup: true, overview, device: { ...paired, branches: [1] } },
  { serverTime: Number.NaN, hasOwner: true, hasBackup: true, overview: null, device: null },
])('takes nothing else: %j', (value) => {
  expect(isAnswer(value)).toBe(false);
});
