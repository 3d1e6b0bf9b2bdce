import { expect, it } from 'vitest';
import { buildServer } from '../harness/builds';
import { soak } from './run';

const SEED = 8;

it('runs two hours of two branches in seconds, on a server with a fast clock', async () => {
  const build = await buildServer();
  try {
    const { samples, posted, taps, finalBoards, violations } = await soak({
      ...{ seed: SEED, hours: 2, speed: 600, walls: 'none', program: build.main },
    });
    expect(violations).toEqual([]);
    expect(posted).toBeGreaterThan(400);
    expect(taps).toBeGreaterThan(0);
    const hours = samples.map(({ hour }) => hour);
    expect(hours).toEqual(hours.toSorted((a, b) => a - b));
    expect(hours.at(-1)).toBeGreaterThan(1.5);
    for (const { residentMb, heapMb } of samples) expect(residentMb).toBeGreaterThan(heapMb ?? 50);
    // Tickets leave the board half an hour after they closed, by the server's fast clock.
    expect(finalBoards.map(({ branch }) => branch)).toEqual([1, 2]);
    for (const { tickets, oldestClosedMinutes } of finalBoards) {
      expect(tickets).toBeGreaterThan(5);
      expect(oldestClosedMinutes).toBeGreaterThan(5);
      expect(oldestClosedMinutes).toBeLessThan(35);
    }
  } finally {
    build.remove();
  }
});
