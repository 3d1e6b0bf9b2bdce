import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delivery } from './generate-service';
import { NO_FAULTS, type Posting, planDeliveries } from './post-delivery';
import { createRandom } from './random';

const deliveries: Delivery[] = Array.from({ length: 200 }, (_, index) => {
  return {
    atMs: 1_000 + index * 100,
    event: 'kitchenStartCourse',
    path: '/webhooks/kitchenStartCourse',
    body: `${index}`,
  };
});

function plan(options: Partial<typeof NO_FAULTS>, seed = 1): Posting[] {
  return planDeliveries(deliveries, { ...NO_FAULTS, ...options }, createRandom(seed));
}

function bodies(postings: readonly Posting[]): string[] {
  return postings.map(({ body }) => body);
}

describe('planDeliveries', () => {
  it('does not change a service without faults', () => {
    const postings = plan({});
    expect(bodies(postings)).toEqual(deliveries.map(({ body }) => body));
    expect(postings.map(({ dueMs }) => dueMs)).toEqual(deliveries.map(({ atMs }) => atMs - 1_000));
  });

  it('returns the same plan for the same seed, with any options', () => {
    const options = fc.record({
      shuffle: fc.boolean(),
      repeat: fc.double({ min: 0, max: 1, noNaN: true }),
      speed: fc.constantFrom(1, 10, Number.POSITIVE_INFINITY),
    });
    const property = fc.property(options, fc.nat(), (chosen, seed) => {
      const postings = plan(chosen, seed);
      expect(plan(chosen, seed)).toEqual(postings);
      const due = postings.map(({ dueMs }) => dueMs ?? 0);
      expect(due).toEqual([...due].sort((a, b) => a - b));
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('shuffles the deliveries, with the same due times', () => {
    const postings = plan({ shuffle: true });
    expect(bodies(postings)).not.toEqual(bodies(plan({})));
    expect(bodies(postings).sort()).toEqual(bodies(plan({})).sort());
    expect(postings.map(({ dueMs }) => dueMs)).toEqual(plan({}).map(({ dueMs }) => dueMs));
  });

  it('sends the repeated share twice', () => {
    const postings = plan({ repeat: 0.1 });
    expect(postings).toHaveLength(220);
    expect(new Set(bodies(postings)).size).toBe(200);
  });

  it('waits less at a higher speed, and not at all at the highest, in the same order', () => {
    expect(plan({ speed: 10 }).at(-1)?.dueMs).toBeCloseTo(1_990);
    const postings = plan({ speed: Number.POSITIVE_INFINITY });
    expect(postings.every(({ dueMs }) => dueMs === 0)).toBe(true);
    expect(bodies(postings)).toEqual(bodies(plan({})));
  });
});
