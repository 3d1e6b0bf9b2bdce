import { describe, expect, it } from 'vitest';
import { linkOf, QUIET_MS, standingOf, stepMarks } from './standing';

const NOW = Date.UTC(2026, 5, 19, 17, 2);
const DONE = { subscriptions: 1, screens: 2, lastDeliveryAt: NOW - 12_000 };

describe('the state of the installation', () => {
  it('starts with the subscription, even if deliveries of an old one exist', () => {
    expect(standingOf({ ...DONE, subscriptions: 0 }, NOW)).toEqual({ is: 'no-subscription' });
    expect(standingOf({ subscriptions: 0, screens: 0, lastDeliveryAt: null }, NOW)).toEqual({ is: 'no-subscription' });
  });

  it('waits for the first delivery once the POS may post, with a screen or without', () => {
    expect(standingOf({ ...DONE, lastDeliveryAt: null }, NOW)).toEqual({ is: 'nothing-arrived' });
    expect(standingOf({ subscriptions: 1, screens: 0, lastDeliveryAt: null }, NOW)).toEqual({ is: 'nothing-arrived' });
  });

  it('requires a screen once deliveries arrive, however long ago the last one was', () => {
    expect(standingOf({ ...DONE, screens: 0, lastDeliveryAt: NOW - 10 * QUIET_MS }, NOW).is).toBe('no-screen');
  });

  it('is running until the POS has been silent for half an hour', () => {
    expect(standingOf(DONE, NOW)).toEqual({ is: 'running', lastDeliveryAt: NOW - 12_000 });
    expect(standingOf({ ...DONE, lastDeliveryAt: NOW - QUIET_MS + 1 }, NOW).is).toBe('running');
    expect(standingOf({ ...DONE, lastDeliveryAt: NOW - QUIET_MS }, NOW).is).toBe('quiet');
  });

  it('reports that the server cannot read its database', () => {
    expect(standingOf(null, NOW)).toEqual({ is: 'unreadable' });
  });
});

describe('the steps of the installation', () => {
  it('have the first missing one as the next', () => {
    expect(stepMarks({ subscriptions: 0, screens: 1, lastDeliveryAt: null })).toEqual({
      subscription: 'next',
      delivery: 'later',
      screen: 'done',
    });
    expect(stepMarks({ subscriptions: 1, screens: 0, lastDeliveryAt: null })).toEqual({
      subscription: 'done',
      delivery: 'next',
      screen: 'later',
    });
  });

  it('are all done in a running restaurant', () => {
    expect(Object.values(stepMarks(DONE))).toEqual(['done', 'done', 'done']);
  });
});

it.each([
  [0, 'live'],
  [5_999, 'live'],
  [6_000, 'slow'],
  [14_999, 'slow'],
  [15_000, 'lost'],
  [3_600_000, 'lost'],
] as const)('after %i ms without an answer the link is %s', (silentMs, link) => {
  expect(linkOf(silentMs)).toBe(link);
});
