import { expect, it } from 'vitest';
import { buildServer } from '../harness/builds';
import { soak } from './run';

const SEED = 8;

it('runs two hours of two branches in seconds, on a server with a fast clock', async () => {
  const build = await buildServer();
  try {
    const { samples, posted, actions, violations } = await soak({
      ...{ seed: SEED, hours: 2, speed: 600, walls: 'none', program: build.main },
    });
    expect(violations).toEqual([]);
    expect(posted).toBeGreaterThan(400);
    expect(actions).toBeGreaterThan(0);
    const hours = samples.map(({ hour }) => hour);
    expect(hours).toEqual(hours.toSorted((a, b) => a - b));
    expect(hours.at(-1)).toBeGreaterThan(1.5);
    for (const { residentMb, heapMb } of samples) expect(residentMb).toBeGreaterThan(heapMb ?? 50);
  } finally {
    build.remove();
  }
});
