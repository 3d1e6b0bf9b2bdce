import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../lib/time';
import { openRateLimits } from '../storage/rate-limits';
import { createSignInRateLimit } from './sign-in-rate-limit';

// The limiters use the clock of the process.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS);

it('one address that guesses for an hour keeps nobody from signing in elsewhere', async () => {
  const limit = createSignInRateLimit(openRateLimits(null));
  let tries = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    for (let each = 0; each < 10; each += 1) if ((await limit.countAttempt('198.51.100.1', 'anna')) === 0) tries += 1;
    expect(await limit.countAttempt('203.0.113.1', 'anna')).toBe(0);
    await limit.recordSuccess('203.0.113.1', 'anna');
    expect([minute, await limit.countAttempt(`203.0.113.${minute + 2}`, 'anna')]).toEqual([minute, 0]);
    await limit.recordSuccess(`203.0.113.${minute + 2}`, 'anna');
    later(1);
  }
  expect(tries).toBeLessThanOrEqual(60);
  expect(tries).toBeGreaterThan(40);
});

it('a manager who mistypes waits a minute after five, and longer only after twelve', async () => {
  const limit = createSignInRateLimit(openRateLimits(null));
  const tryOften = async (times: number) => {
    const waits: number[] = [];
    for (let each = 0; each < times; each += 1) waits.push(await limit.countAttempt('203.0.113.1', 'anna'));
    return waits;
  };
  expect(await tryOften(6)).toEqual([0, 0, 0, 0, 0, 60]);
  later(1);
  expect((await tryOften(5)).every((wait) => wait === 0)).toBe(true);
  later(1);
  const [, , third = 0] = await tryOften(3);
  expect(third).toBeGreaterThan(60);
  later(15);
  expect(await tryOften(1)).toEqual([0]);
});
