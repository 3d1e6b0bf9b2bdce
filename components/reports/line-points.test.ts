import { describe, expect, it } from 'vitest';
import type { Measure } from '../../contract/constants';
import type { GroupFigures } from '../../contract/reports';
import { type Days, dayAfter } from '../../domain/period';
import { linePoints } from './line-points';

const day = (key: string, p50: number, n = 40): Pick<GroupFigures, 'key' | Measure> => ({
  key,
  preparation: { n, p50, p80: p50 + 100, p95: p50 + 200, mean: p50, max: p50 + 300 },
  passWait: null,
  gap: null,
  visit: null,
});
const dayBack = ({ first, end }: Days, days: number) => ({ first: dayAfter(first, -days), end: dayAfter(end, -days) });
const WEEK = { first: '2026-06-15', end: '2026-06-22' };

describe('the points of a line', () => {
  it('include every day from the first with courses to the last: one without any is a gap', () => {
    const points = linePoints([day('2026-06-16', 500), day('2026-06-18', 600)], 'day', WEEK, null, 'preparation');
    expect(points.map(({ day, n, p50, p80 }) => [day, n, p50, p80])).toEqual([
      ['2026-06-16', 40, 500, 600],
      ['2026-06-17', 0, null, null],
      ['2026-06-18', 40, 600, 700],
    ]);
  });

  it('have no percentile of fewer than 20 courses', () => {
    const [few, enough] = linePoints(
      [day('2026-06-16', 500, 19), day('2026-06-17', 500, 20)],
      'day',
      WEEK,
      null,
      'preparation',
    );
    expect(few).toMatchObject({ n: 19, p50: null, p80: null });
    expect(enough).toMatchObject({ n: 20, p50: 500 });
  });

  it('are paired with the day at the same position in the comparison period', () => {
    const compared = {
      groups: [day('2026-06-09', 450), day('2026-06-10', 1, 3)],
      days: { first: '2026-06-08', end: '2026-06-15' },
    };
    const points = linePoints([day('2026-06-16', 500), day('2026-06-17', 500)], 'day', WEEK, compared, 'preparation');
    expect(points.map(({ before }) => before)).toEqual([450, null]);
  });

  it('have no partner after the end of the comparison period', () => {
    const compared = { groups: [day('2026-03-02', 450)], days: { first: '2026-02-01', end: '2026-03-01' } };
    const march = { first: '2026-03-01', end: '2026-04-01' };
    expect(linePoints([day('2026-03-30', 500)], 'day', march, compared, 'preparation')[0]?.before).toBeNull();
  });

  it('mark Saturday and Sunday', () => {
    const points = linePoints([day('2026-06-19', 1), day('2026-06-22', 1)], 'day', WEEK, null, 'preparation');
    expect(points.map(({ isWeekend }) => isWeekend)).toEqual([false, true, true, false]);
  });

  it('can be weeks from Monday, limited to the requested days', () => {
    const days = { first: '2026-06-17', end: '2026-07-03' };
    const compared = { groups: [day('2026-05-25', 450), day('2026-06-08', 470)], days: dayBack(days, 21) };
    const weeks = [day('2026-06-15', 500), day('2026-06-29', 600)];
    expect(linePoints(weeks, 'week', days, compared, 'preparation')).toMatchObject([
      { day: '2026-06-15', days: { first: '2026-06-17', end: '2026-06-22' }, p50: 500, before: 450 },
      { day: '2026-06-22', days: { first: '2026-06-22', end: '2026-06-29' }, p50: null, before: null },
      { day: '2026-06-29', days: { first: '2026-06-29', end: '2026-07-03' }, p50: 600, before: 470 },
    ]);
  });

  it('use the requested measure', () => {
    expect(linePoints([day('2026-06-19', 1)], 'day', WEEK, null, 'gap')).toMatchObject([{ n: 0, p50: null }]);
  });
});
