import { describe, expect, it } from 'vitest';
import { dayPoints } from './day-points';
import type { Group } from './figures';

const day = (key: string, p50: number, n = 40): Group => ({
  key,
  label: key,
  count: n,
  measured: n,
  preparation: { n, p50, p80: p50 + 100, p95: p50 + 200, mean: p50, max: p50 + 300 },
  passWait: null,
  gap: null,
  visit: null,
  expected: null,
  lateRate: null,
});
const WEEK = { first: '2026-06-15', end: '2026-06-22' };

describe('the days of a measure', () => {
  it('are all from the first with courses to the last: one without any is a gap', () => {
    const points = dayPoints([day('2026-06-16', 500), day('2026-06-18', 600)], WEEK, null, 'preparation');
    expect(points.map(({ day, n, p50, p80 }) => [day, n, p50, p80])).toEqual([
      ['2026-06-16', 40, 500, 600],
      ['2026-06-17', 0, null, null],
      ['2026-06-18', 40, 600, 700],
    ]);
  });

  it('show no percentile of fewer than 20', () => {
    const [few, enough] = dayPoints(
      [day('2026-06-16', 500, 19), day('2026-06-17', 500, 20)],
      WEEK,
      null,
      'preparation',
    );
    expect(few).toMatchObject({ n: 19, p50: null, p80: null });
    expect(enough).toMatchObject({ n: 20, p50: 500 });
  });

  it('stand beside the day as far into the days compared with', () => {
    const compared = {
      groups: [day('2026-06-09', 450), day('2026-06-10', 1, 3)],
      days: { first: '2026-06-08', end: '2026-06-15' },
    };
    const points = dayPoints([day('2026-06-16', 500), day('2026-06-17', 500)], WEEK, compared, 'preparation');
    expect(points.map(({ beforeDay, before }) => [beforeDay, before])).toEqual([
      ['2026-06-09', 450],
      ['2026-06-10', null],
    ]);
  });

  it('stand beside nothing where the days compared with are over', () => {
    const compared = { groups: [], days: { first: '2026-02-01', end: '2026-03-01' } };
    const march = { first: '2026-03-01', end: '2026-04-01' };
    expect(dayPoints([day('2026-03-30', 500)], march, compared, 'preparation')[0]?.beforeDay).toBeNull();
  });

  it('know Saturday and Sunday', () => {
    const points = dayPoints([day('2026-06-19', 1), day('2026-06-22', 1)], WEEK, null, 'preparation');
    expect(points.map(({ isWeekend }) => isWeekend)).toEqual([false, true, true, false]);
  });

  it('are of the measure that is asked for', () => {
    expect(dayPoints([day('2026-06-19', 1)], WEEK, null, 'gap')).toMatchObject([{ n: 0, p50: null }]);
  });
});
