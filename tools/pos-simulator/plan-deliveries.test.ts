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
      lose: fc.double({ min: 0, max: 1, noNaN: true }),
      forge: fc.double({ min: 0, max: 1, noNaN: true }),
      delayMs: fc.nat(5_000),
      speed: fc.constantFrom(1, 10, Number.POSITIVE_INFINITY),
    });
    const property = fc.property(options, fc.nat(), (chosen, seed) => {
      const postings = plan(chosen, seed);
      expect(plan(chosen, seed)).toEqual(postings);
      const due = postings.map(({ dueMs }) => dueMs);
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

  it('sends the repeated share twice, the second after the first', () => {
    const postings = plan({ repeat: 0.1 });
    const repeats = postings.filter(({ kind }) => kind === 'repeat');
    expect(repeats).toHaveLength(20);
    expect(new Set(bodies(repeats)).size).toBe(20);
    for (const repeat of repeats) {
      expect(postings.findIndex(({ body }) => body === repeat.body)).toBeLessThan(postings.indexOf(repeat));
    }
  });

  it('does not send, repeat or forge the lost share', () => {
    const postings = plan({ lose: 0.25, repeat: 1, forge: 1 });
    expect(new Set(bodies(postings)).size).toBe(150);
    expect(postings).toHaveLength(450);
  });

  it('sends forgeries in addition', () => {
    const postings = plan({ forge: 0.05 });
    expect(postings.filter(({ kind }) => kind === 'forged')).toHaveLength(10);
    expect(postings.filter(({ kind }) => kind === 'delivery')).toHaveLength(200);
  });

  it('waits less at a higher speed, and not at all at the highest, in the same order', () => {
    expect(plan({ speed: 10 }).at(-1)?.dueMs).toBeCloseTo(1_990);
    const postings = plan({ speed: Number.POSITIVE_INFINITY });
    expect(postings.every(({ dueMs }) => dueMs === 0)).toBe(true);
    expect(bodies(postings)).toEqual(bodies(plan({})));
  });

  it('delays each delivery by up to this many milliseconds', () => {
    const delays = plan({ delayMs: 50 }).map(({ dueMs, body }) => dueMs - Number(body) * 100);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(50);
    expect(new Set(delays).size).toBeGreaterThan(100);
  });
});
