import { expect, it } from 'vitest';
import { buildServer } from '../harness/server-build';
import { soak } from './run';

const SEED = 8;

it('plays two hours of two branches in seconds, on a server with a fast clock', async () => {
  const build = await buildServer();
  try {
    const { samples, posted, taps, left, broken } = await soak({
      ...{ seed: SEED, hours: 2, speed: 600, walls: 'none', program: build.main },
    });
    expect(broken).toEqual([]);
    expect(posted).toBeGreaterThan(400);
    expect(taps).toBeGreaterThan(0);
    const hours = samples.map(({ hour }) => hour);
    expect(hours).toEqual(hours.toSorted((a, b) => a - b));
    expect(hours.at(-1)).toBeGreaterThan(1.5);
    for (const { residentMb, heapMb, loop } of samples) {
      expect(residentMb).toBeGreaterThan(heapMb ?? 50);
      expect(loop.max).toBeGreaterThanOrEqual(loop.p99);
    }
    // By the server's clock, tickets closed more than half an hour ago have left the board; in real time none would
    // have.
    expect(left.map(({ branch }) => branch)).toEqual([1, 2]);
    for (const { tickets, longestOverMinutes } of left) {
      expect(tickets).toBeGreaterThan(5);
      expect(longestOverMinutes).toBeGreaterThan(5);
      expect(longestOverMinutes).toBeLessThan(35);
    }
  } finally {
    build.remove();
  }
}, 90_000);
