import { afterEach, expect, it, vi } from 'vitest';
import { vibrate } from './board-sounds';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('the device vibrates if it can, and the result says whether it did', () => {
  const moved: unknown[] = [];
  vi.stubGlobal('navigator', { vibrate: (pattern: unknown) => moved.push(pattern) < 2 });
  expect(vibrate()).toBe(true);
  expect(vibrate()).toBe(false);
  expect(moved).toEqual([
    [220, 120, 220],
    [220, 120, 220],
  ]);
});

it('a device that cannot vibrate does nothing', () => {
  vi.stubGlobal('navigator', {});
  expect(vibrate()).toBe(false);
});
