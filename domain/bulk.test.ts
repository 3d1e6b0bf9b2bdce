import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BULK_WITHIN_MS, bulkSpans, isWithin } from './bulk';
import { runs } from './testing/runs';

const spansOf = (steps: [at: number, order: number][]) =>
  bulkSpans(
    steps.map(([at]) => at),
    steps.map(([, order]) => order),
  );

test('[F14] six steps of three orders within five seconds are a bulk, with exactly five seconds included', () => {
  const six: [number, number][] = [0, 1_000, 2_000, 3_000, 4_000, 5_000].map((at, index) => [at, 1 + (index % 3)]);
  expect(spansOf(six)).toEqual([{ from: 0, until: 5_000 }]);
  expect(spansOf(six.slice(1))).toEqual([]);
  expect(spansOf(six.with(5, [5_001, 3]))).toEqual([]);
  expect(spansOf(six.map(([at]) => [at, at === 0 ? 1 : 2]))).toEqual([]);
});

test('[F14] a long bulk is one period, and later steps do not belong to it', () => {
  const long: [number, number][] = Array.from({ length: 20 }, (_, index) => [index * 900, index]);
  const spans = spansOf([...long, [60_000, 1]]);
  expect(spans).toEqual([{ from: 0, until: 19 * 900 }]);
  expect([-1, 0, 9_000, 19 * 900, 19 * 900 + 1, 60_000].map((at) => isWithin(spans, at))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('[F14] a step is in a bulk if any five seconds around it contain enough steps', () => {
  const step = fc.record({ at: fc.integer({ min: 0, max: 60_000 }), order: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (unsorted) => {
      const steps = unsorted.toSorted((a, b) => a.at - b.at);
      const spans = spansOf(steps.map(({ at, order }) => [at, order]));
      const isBulk = (at: number) =>
        steps.some((first) => {
          const together = steps.filter((other) => other.at >= first.at && other.at <= first.at + BULK_WITHIN_MS);
          const hasIt = first.at <= at && at <= first.at + BULK_WITHIN_MS;
          return hasIt && together.length >= 6 && new Set(together.map(({ order }) => order)).size >= 3;
        });
      for (const { at } of steps) expect(isWithin(spans, at)).toBe(isBulk(at));
    }),
    runs(500),
  );
});
