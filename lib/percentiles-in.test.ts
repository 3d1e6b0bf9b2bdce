import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../domain/testing/runs';
import { percentile } from './percentile';
import { percentilesAmong, percentilesIn } from './percentiles-in';

const SHARES = [0.5, 0.8, 0.95];

test('[F17] percentiles by selection equal those of the sorted values', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: -1e9, max: 1e12 }),
    fc.double({ noNaN: true, min: 0, max: 1e6 }),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), fc.nat(5), (values, before) => {
      const all = Float64Array.from([...Array(before).fill(-7), ...values, -8]);
      const found = percentilesIn(all, before, before + values.length, SHARES);
      for (const [index, share] of SHARES.entries()) expect(found[index]).toBeCloseTo(percentile(values, share), 9);
      expect([...all.slice(0, before), all.at(-1)]).toEqual([...Array(before).fill(-7), -8]);
    }),
    runs(500),
  );
});

test('[F17] every percentile of one value is that value, and of no values NaN', () => {
  expect(percentilesIn(Float64Array.of(3), 0, 1, SHARES)).toEqual([3, 3, 3]);
  expect(percentilesIn(Float64Array.of(3), 0, 0, SHARES)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

test('[F17] equal and sorted values have the right percentiles', () => {
  const many = 300_000;
  for (const valueAt of [() => 5, (index: number) => index, (index: number) => many - 1 - index]) {
    const values = Float64Array.from({ length: many }, (_, index) => valueAt(index));
    const [p50] = percentilesIn(values, 0, many, SHARES);
    expect(p50).toBe(valueAt(0) === 5 ? 5 : (many - 1) / 2);
  }
});

test('[F17] percentiles of thousands of values with a few outliers equal those of the sorted values', () => {
  const value = fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 3_600_000 }), weight: 200 },
    { arbitrary: fc.constant(600_000), weight: 100 },
    { arbitrary: fc.integer({ min: -1e9, max: 1e12 }), weight: 1 },
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1_000, maxLength: 6_000, size: 'max' }), (values) => {
      const found = percentilesIn(Float64Array.from(values), 0, values.length, SHARES);
      for (const [index, share] of SHARES.entries()) expect(found[index]).toBeCloseTo(percentile(values, share), 6);
    }),
    runs(50),
  );
});

test('[F17] percentiles of widely scattered values equal those of the sorted values', () => {
  const value = fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 3_600_000 }), weight: 20 },
    { arbitrary: fc.integer({ min: -1e9, max: 1e12 }), weight: 1 },
    { arbitrary: fc.constant(Number.NaN), weight: 2 },
  );
  fc.assert(
    fc.property(fc.array(fc.array(value, { maxLength: 300 }), { maxLength: 4 }), (parts) => {
      const values = parts.flat().filter((each) => !Number.isNaN(each));
      const scattered = parts.map((part) => ({
        values: Float64Array.from(part.toReversed()),
        places: Int32Array.from(part, (_, index) => part.length - 1 - index),
      }));
      const found = percentilesAmong(scattered, SHARES);
      expect(found.n).toBe(values.length);
      expect(found.greatest).toBe(Math.max(...values));
      expect(found.sum).toBe(values.reduce((sum, each) => sum + each, 0));
      for (const [index, share] of SHARES.entries())
        if (values.length === 0) expect(found.percentiles[index]).toBeNaN();
        else expect(found.percentiles[index]).toBeCloseTo(percentile(values, share), 6);
    }),
    runs(300),
  );
});
