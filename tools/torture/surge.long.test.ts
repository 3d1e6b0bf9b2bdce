import { expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import { runSurge, verdictsOf } from './surge';

const scale = { screens: 8, steadyRate: 25, seconds: 2, burst: 100, outageSeconds: 1, outageRate: 10 };

it('a server with a slow disk violates the promised time of acknowledgements', async () => {
  const surge = await withServer('slow-disk', (build) => runSurge({ scale, seed: 20_261_121, build, only: 'rush' }));
  const [first] = verdictsOf(surge);
  expect(first?.promise).toContain('p99 at most 100 ms');
  expect(first?.isMet).toBe(false);
}, 240_000);
