import { describe, expect, test } from 'vitest';
import { findingsOf, slopeOf, violationsOf } from './findings';
import type { Sample } from './run';

type Growth = (hour: number) => number;

/** A day of samples every ten minutes, of a server that grows by this much an hour, and of two walls. */
function day({
  server,
  wall,
  heap = () => 40,
}: Record<'server' | 'wall', Growth> & { heap?: (hour: number) => number | null }): Sample[] {
  return Array.from({ length: 24 * 6 }, (_, index) => {
    const hour = index / 6;
    const noise = index % 3;
    return { hour, residentMb: server(hour) + noise, heapMb: heap(hour), walls: [9, wall(hour)] };
  });
}

describe('a day', () => {
  test('that grows only during the warm-up passes', () => {
    const findings = findingsOf(day({ server: (hour) => 150 + 20 * Math.min(hour, 4), wall: () => 9 }), 4);
    expect(violationsOf(findings)).toEqual([]);
    expect(findings[0]).toMatchObject({ name: 'server, resident', first: 230, last: 232, max: 232 });
  });

  test('in which the server grows by more than a megabyte per hour fails', () => {
    const violations = violationsOf(findingsOf(day({ server: (hour) => 150 + 1.2 * hour, wall: () => 9 }), 4));
    expect(violations).toEqual([expect.stringMatching(/^server, resident grows by 1\.2\d MB/)]);
  });

  test('in which one wall grows fails for that wall only', () => {
    const violations = violationsOf(findingsOf(day({ server: () => 150, wall: (hour) => 9 + 3 * hour }), 4));
    expect(violations).toEqual([expect.stringMatching(/^wall 2, heap after a collection grows by 3\.00 MB/)]);
  });

  test('in which the heap grows fails, even if resident memory does not grow', () => {
    const heap = (hour: number) => 40 + 1.5 * hour;
    const violations = violationsOf(findingsOf(day({ server: () => 200, wall: () => 9, heap }), 4));
    expect(violations).toEqual([expect.stringMatching(/^server, heap after a full collection grows by 1\.50 MB/)]);
  });

  test('without a full collection has no figure for the heap', () => {
    const never = findingsOf(day({ server: () => 200, wall: () => 9, heap: () => null }), 4);
    expect(never.map(({ name }) => name)).not.toContain('server, heap after a full collection');
    expect(violationsOf(never)).toEqual([]);
    const late = findingsOf(day({ server: () => 200, wall: () => 9, heap: (hour) => (hour < 12 ? null : 70) }), 4);
    expect(late[1]).toMatchObject({ first: 70, last: 70, slope: 0 });
  });

  test('with too few samples fails', () => {
    const [sample] = day({ server: () => 150, wall: () => 9 });
    expect(violationsOf(findingsOf(sample ? [sample] : [], 0))).toHaveLength(4);
    expect(violationsOf(findingsOf([], 0))).toHaveLength(2);
  });
});

const line = (hours: readonly number[], value: (hour: number) => number) =>
  hours.map((hour) => ({ hour, value: value(hour) }));

test('the slope of a line does not depend on its start', () => {
  expect(slopeOf(line([4, 5, 6, 9], (hour) => 180 + 2.5 * hour))).toBeCloseTo(2.5);
  expect(slopeOf(line([4, 5, 6, 9], (hour) => 180 - hour))).toBeCloseTo(-1);
  expect(slopeOf(line([1, 2, 3], () => 180))).toBe(0);
});

test('a sawtooth has almost no slope', () => {
  const hours = Array.from({ length: 401 }, (_, index) => index / 20);
  expect(slopeOf(line(hours, (hour) => 50 + 10 * (hour % 1)))).toBeCloseTo(0, 1);
});

test('one sample has no slope', () => {
  expect(slopeOf([{ hour: 1, value: 5 }])).toBeNaN();
  expect(slopeOf([])).toBeNaN();
});
