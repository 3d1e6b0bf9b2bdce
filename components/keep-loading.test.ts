import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLoading } from './keep-loading';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Begins to load a part that cannot be loaded the first `failures` times. */
function begin(failures: number) {
  const taken: string[] = [];
  let attempts = 0;
  const stop = keepLoading(
    async () => {
      attempts += 1;
      if (attempts <= failures) throw new Error('the network is away');
      return 'part';
    },
    (part) => taken.push(part),
  );
  return { stop, taken, attempts: () => attempts };
}

it('a part that fails to load is loaded again until it is there, and taken once', async () => {
  const { taken, attempts } = begin(2);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(taken).toEqual(['part']);
  expect(attempts()).toBe(3);
});

it('loading that was stopped neither takes the part nor tries again', async () => {
  const onItsWay = begin(0);
  onItsWay.stop();
  const failed = begin(5);
  await vi.advanceTimersByTimeAsync(1);
  failed.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([...onItsWay.taken, ...failed.taken]).toEqual([]);
  expect(failed.attempts()).toBe(1);
});
