import { expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import { outage, rush, type Scale } from './surge';

/** No promises of time: other tests take the processor meanwhile. */
const SHORT: Scale = {
  ...{ screens: 8, perSecond: 25, seconds: 2, burst: 100, outageSeconds: 1 },
  ...{ acknowledgedWithinMs: 60_000, rightWithinMs: 60_000 },
};

it('a short surge is acknowledged, stored and shown, before and after an outage', async () => {
  await withServer(undefined, async (build) => {
    expect(await rush(build, SHORT)).toEqual([]);
    expect(await outage(build, SHORT)).toEqual([]);
  });
}, 240_000);
