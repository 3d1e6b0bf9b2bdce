import { describe, expect, it } from 'vitest';
import { type Days, lengthOf, weekdayOf } from '../../domain/period';
import type { ManagerBranch } from '../manager/manager-branch';
import { comparedWith, reachedIn } from './compared';

const branch = (number: number): ManagerBranch => ({
  number,
  name: null,
  timeZone: 'Europe/Amsterdam',
  cutOffMinute: 240,
  services: [],
  courses: [],
  now: 0,
});
const [here, other] = [branch(1), branch(2)];
const pageQuery = (first: string, end: string) => ({ branch: here, branches: [here, other], days: { first, end } });
const against = (first: string, end: string, how: 'before' | 'year') =>
  comparedWith({ with: how }, pageQuery(first, end));

describe('the comparison of a period', () => {
  it.each([
    ['2026-06-19', '2026-06-20', 'day', '2026-06-12', '2026-06-13'],
    ['2026-06-13', '2026-06-20', 'week', '2026-06-06', '2026-06-13'],
    ['2026-06-01', '2026-07-01', 'month', '2026-05-01', '2026-06-01'],
    ['2026-01-01', '2027-01-01', 'yearBefore', '2025-01-01', '2026-01-01'],
    ['2026-01-01', '2027-01-07', 'period', '2024-12-26', '2026-01-01'],
    ['2026-05-23', '2026-06-20', 'period', '2026-04-25', '2026-05-23'],
    ['2026-06-10', '2026-06-20', 'period', '2026-05-27', '2026-06-06'],
  ])('%s until %s: the %s before', (first, end, name, firstBefore, endBefore) => {
    expect(against(first, end, 'before')).toMatchObject({ name, days: { first: firstBefore, end: endBefore } });
  });

  it.each([
    ['2026-06-19', '2026-06-20', '2025-06-20', '2025-06-21'],
    ['2026-02-01', '2026-03-01', '2025-02-01', '2025-03-01'],
    ['2024-02-01', '2024-03-01', '2023-02-01', '2023-03-01'],
    ['2026-01-01', '2027-01-01', '2025-01-01', '2026-01-01'],
  ])('%s until %s a year ago', (first, end, firstBefore, endBefore) => {
    expect(against(first, end, 'year')).toMatchObject({
      name: 'yearAgo',
      days: { first: firstBefore, end: endBefore },
    });
  });

  it('uses the same weekdays a year ago', () => {
    const week: Days = { first: '2026-06-13', end: '2026-06-20' };
    const { days } = against(week.first, week.end, 'year') ?? { days: week };
    expect(days.first).not.toBe(week.first);
    expect([weekdayOf(days.first), lengthOf(days)]).toEqual([weekdayOf(week.first), 7]);
  });

  it('does not exist for the whole history', () => {
    expect(against('1970-01-01', '9999-12-31', 'before')).toBeNull();
    expect(against('1970-01-01', '9999-12-31', 'year')).toBeNull();
  });

  it('with another branch uses the same days', () => {
    expect(comparedWith({ with: 'branch', number: 2 }, pageQuery('2026-06-19', '2026-06-20'))).toEqual({
      name: 'branch',
      days: { first: '2026-06-19', end: '2026-06-20' },
      branch: other,
      until: null,
    });
  });

  it('is absent if none is chosen', () => {
    expect(comparedWith({ with: 'none' }, pageQuery('2026-06-19', '2026-06-20'))).toBeNull();
  });
});

describe('[F15f] a period that is not over', () => {
  const noon = Date.parse('2026-06-17T12:00:00+02:00');
  const at = { ...here, now: noon };
  const week = { first: '2026-06-15', end: '2026-06-22' };

  it('is compared until the same time of the same day', () => {
    const reached = reachedIn({ first: '2026-06-08', end: '2026-06-15' }, week, at);
    expect(reached).toBe(Date.parse('2026-06-10T12:00:00+02:00'));
    const compared = comparedWith({ with: 'before' }, { branch: at, branches: [at], days: week });
    expect(compared?.until).toEqual({ at: reached, timeZone: 'Europe/Amsterdam' });
  });

  it('is compared until the same time on the clock, also where the clocks changed meanwhile', () => {
    const monday = { ...here, now: Date.parse('2026-10-26T12:00:00+01:00') };
    const days = { first: '2026-10-26', end: '2026-10-27' };
    expect(reachedIn({ first: '2026-10-19', end: '2026-10-20' }, days, monday)).toBe(
      Date.parse('2026-10-19T12:00:00+02:00'),
    );
  });

  it('ends with the comparison where that is shorter, and a period that is over is compared as a whole', () => {
    expect(reachedIn({ first: '2026-06-08', end: '2026-06-09' }, week, at)).toBeNull();
    expect(reachedIn(week, { first: '2026-06-08', end: '2026-06-15' }, at)).toBeNull();
  });
});
