import { afterEach, expect, it, vi } from 'vitest';
import { createPresence } from './presence';

afterEach(() => void vi.useRealTimers());

it('has a screen that asks over HTTP once, while it asks', () => {
  vi.useFakeTimers({ now: 0 });
  const presence = createPresence(() => performance.now());
  const listed = () => [...presence.list()].map(({ screen, branch, since }) => [screen, branch, since]);
  let changes = 0;
  presence.onChange(() => {
    changes += 1;
  });

  for (let at = 0; at <= 20_000; at += 10_000) {
    presence.poll({ screen: 1, branch: 2 }, at);
    expect(listed()).toEqual([[1, 2, at]]);
    vi.advanceTimersByTime(10_000);
  }
  expect(listed()).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(listed()).toEqual([]);
  expect(changes).toBe(2);

  presence.poll({ screen: 1, branch: 2 }, 40_000);
  presence.poll({ screen: 1, branch: 3 }, 40_000);
  expect(listed()).toEqual([
    [1, 2, 40_000],
    [1, 3, 40_000],
  ]);
});
