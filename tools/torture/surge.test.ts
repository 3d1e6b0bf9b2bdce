import { expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import type { Scale } from './outage';
import { reportText, runSurge, verdictsOf } from './surge';

/** `HEATLAMP_SEED` changes the evening. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);
const SHORT: Scale = { screens: 8, steadyRate: 25, seconds: 2, burst: 100, outageSeconds: 1, outageRate: 10 };

it('a short surge is acknowledged, stored and shown, before and after an outage', async () => {
  const surge = await withServer(undefined, (build) => runSurge({ scale: SHORT, seed: SEED, build }));
  // Latencies are not checked, because other tests run in parallel.
  expect(verdictsOf(surge).filter(({ isTimed, isMet }) => !isTimed && !isMet)).toEqual([]);
  expect(verdictsOf(surge).filter(({ isTimed }) => isTimed)).toHaveLength(2);
  const { steady, burst } = surge.rush ?? {};
  expect([steady?.p99, burst?.p99].every((ms) => ms !== undefined && ms > 0 && ms < Infinity)).toBe(true);
  expect(surge.outage?.repeats).toBeGreaterThan(0);
  expect(reportText(surge)).toMatch(/\| 100 in one second: all acknowledged +\| +100 of 100 \|/);
}, 240_000);

it('a screen that is never up to date, a step that no screen showed, and a missing response are violations', () => {
  const figures = { p99: 9, acknowledged: 100, sent: 100 };
  const steady = { problem: null, steady: figures, burst: figures, missed: 0 };
  const outage = { lastUpToDateMs: 2_400, sent: 30, repeats: 4, violations: [] };
  const violations = (
    changed: Partial<typeof steady>,
    changedOutage: Partial<Omit<typeof outage, 'violations'>> = {},
  ) =>
    verdictsOf({
      seed: 1,
      scale: SHORT,
      rush: { ...steady, ...changed },
      outage: { ...outage, ...changedOutage },
    })
      .filter(({ isMet }) => !isMet)
      .map(({ measured }) => measured);
  expect(violations({})).toEqual([]);
  expect(violations({ burst: { ...figures, acknowledged: 99 } })).toEqual(['99 of 100']);
  expect(violations({ missed: 2 })).toEqual(['2 missed']);
  expect(violations({ steady: { ...figures, p99: Number.NaN } })).toEqual(['never']);
  expect(violations({}, { lastUpToDateMs: Number.POSITIVE_INFINITY })).toEqual(['never']);
});
