import { describe, expect, test } from 'vitest';
import { brokenBy, findingsOf } from './findings';
import type { Sample } from './sample';

/** A day of samples, every ten minutes; a server that grows by so much an hour, and two walls. */
function day({ server, wall }: { server: (hour: number) => number; wall: (hour: number) => number }): Sample[] {
  return Array.from({ length: 24 * 6 }, (_, index) => {
    const hour = index / 6;
    const noise = index % 3;
    const figures = { heapMb: wall(hour), nodes: 900, listeners: 40, cards: 12 };
    return {
      ...{ hour, residentMb: server(hour) + noise, heapMb: 40, loop: { p50: 0.1, p99: 2, max: 20 } },
      walls: [{ ...figures, heapMb: 9 }, figures],
    };
  });
}

describe('a day', () => {
  test('that only grows while it warms up keeps its promise', () => {
    const findings = findingsOf(day({ server: (hour) => 150 + 20 * Math.min(hour, 4), wall: () => 9 }), 4);
    expect(brokenBy(findings)).toEqual([]);
    expect(findings[0]).toMatchObject({ name: 'server, resident', first: 230, last: 232, most: 232 });
  });

  test('in which the server grows by more than a megabyte an hour does not', () => {
    const broken = brokenBy(findingsOf(day({ server: (hour) => 150 + 1.2 * hour, wall: () => 9 }), 4));
    expect(broken).toEqual([expect.stringMatching(/^server, resident grows by 1\.2\d MB/)]);
  });

  test('in which one wall grows does not, and the other is not blamed', () => {
    const broken = brokenBy(findingsOf(day({ server: () => 150, wall: (hour) => 9 + 3 * hour }), 4));
    expect(broken).toEqual([expect.stringMatching(/^wall 2, heap after a collection grows by 3\.00 MB/)]);
  });

  test('of which nobody saw enough keeps no promise', () => {
    const [sample] = day({ server: () => 150, wall: () => 9 });
    expect(brokenBy(findingsOf(sample ? [sample] : [], 0))).toHaveLength(3);
    expect(brokenBy(findingsOf([], 0))).toHaveLength(1);
  });
});
