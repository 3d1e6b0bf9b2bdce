import { expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import { rush } from './surge';

const scale = {
  ...{ screens: 8, perSecond: 25, seconds: 2, burst: 100, outageSeconds: 1 },
  ...{ acknowledgedWithinMs: 100, rightWithinMs: 3_000 },
};

it('a server with a slow disk violates the promised time of acknowledgements', async () => {
  const violations = await withServer('slow-disk', (build) => rush(build, scale));
  expect(violations.join()).toMatch(/99 % of acknowledgements took \d+ ms, over 100 ms/);
}, 240_000);
