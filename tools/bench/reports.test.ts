import { expect, it } from 'vitest';
import { type Measurements, type Period, reportText, verdictsOf } from './reports';

function measurements(ms: Record<Period, number[]>, busy: number[]): Measurements {
  return {
    courses: 20_000,
    queries: Object.entries(ms).map(([period, of]) => ({
      ...{ query: 'summary by day', period: period as Period, courses: 1_000, ms: of },
    })),
    quiet: [5, 6, 7],
    busy,
    reports: 100,
  };
}

it('reports which promises are met', () => {
  const fast = measurements({ month: [90, 149], year: [500], everything: [5_999] }, [90]);
  expect(verdictsOf(fast).map(({ isMet }) => isMet)).toEqual([true, true, true, true]);
  const slow = measurements({ month: [200], year: [601], everything: [6_001] }, [101]);
  expect(verdictsOf(slow).map(({ isMet }) => isMet)).toEqual([false, false, false, false]);
});

it('reports a promise without measurements as not met', () => {
  expect(verdictsOf({ ...measurements({ month: [], year: [], everything: [] }, []), queries: [] })[0]?.isMet).toBe(
    false,
  );
});

it('writes the figures as a Markdown table', () => {
  const text = reportText({
    isQuick: true,
    measurements: measurements({ month: [2], year: [3], everything: [4] }, [3]),
  });
  expect(text).toMatch(/\| summary by day, a month of one branch \(1,000 courses\) +\| +2\.0 \/ 2\.0 ms \|/);
  expect(text).toMatch(/\| acknowledgement p99, quiet +\| +6\.0 ms \(5\.0–7\.0\) \|/);
});
