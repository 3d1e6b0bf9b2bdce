import { expect, it } from 'vitest';
import { judge, reportText } from './report';
import { SHORT, shortSurge } from './short-run';

it('a short surge is answered, stored and shown, before and after an outage', async () => {
  const found = await shortSurge();
  // Times mean nothing here, because other tests run in parallel.
  expect(judge(found).filter(({ isTimed, isMet }) => !isTimed && !isMet)).toEqual([]);
  expect(judge(found).filter(({ isTimed }) => isTimed)).toHaveLength(2);
  for (const { steady, burst } of [found.rush?.heatlamp, found.rush?.baseline].flatMap((each) => each ?? []))
    expect([steady.p50, steady.p99, burst.p99].every((ms) => ms > 0 && Number.isFinite(ms))).toBe(true);
  expect(found.outage?.repeats).toBeGreaterThan(0);
  expect(reportText(found)).toMatch(/\| 100 in one second: answered 200 +\| +100 of 100 \| +100 of 100 \|/);
}, 240_000);

it('a screen that was never right, a step that no screen showed, and a missing answer break promises', () => {
  const answers = { p50: 3, p99: 9, most: 12, answered: 100, sent: 100 };
  const steady = { problem: null, steady: answers, burst: answers, screens: { p50: 4, p99: 11, missed: 0 } };
  const outage = {
    ...{ screens: 8, rightMs: { p50: 900, most: 2_400 }, sent: 30, repeats: 4, answeredMs: 800, broken: [] },
  };
  const broken = (changed: Partial<typeof steady>, away: Partial<Omit<typeof outage, 'broken'>> = {}) =>
    judge({
      seed: 1,
      scale: SHORT,
      rush: { heatlamp: { ...steady, ...changed }, baseline: steady },
      outage: { ...outage, ...away },
    })
      .filter(({ isMet }) => !isMet)
      .map(({ measured }) => measured);
  expect(broken({})).toEqual([]);
  expect(broken({ burst: { ...answers, answered: 99 } })).toEqual(['99 of 100']);
  expect(broken({ screens: { p50: 4, p99: 11, missed: 2 } })).toEqual(['2 missed']);
  expect(broken({ steady: { ...answers, p99: Number.NaN } })).toEqual(['never']);
  expect(broken({}, { rightMs: { p50: 900, most: Number.POSITIVE_INFINITY } })).toEqual(['never']);
});
