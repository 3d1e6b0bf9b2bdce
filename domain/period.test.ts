import { describe, expect, it } from 'vitest';
import { businessDay } from './business-day';
import { dayAfter, daysBefore, daysBeside, daysOf, isDay, lengthOf, spanOf, weekdayOf } from './period';

const amsterdam = { timeZone: 'Europe/Amsterdam', cutOffMinute: 240 };
const FRIDAY = '2026-06-19';

describe('the days of a period, relative to a Friday', () => {
  it.each([
    ['today', '2026-06-19', '2026-06-20'],
    ['yesterday', '2026-06-18', '2026-06-19'],
    ['past-7', '2026-06-12', '2026-06-19'],
    ['last-7', '2026-06-13', '2026-06-20'],
    ['last-28', '2026-05-23', '2026-06-20'],
    ['this-week', '2026-06-15', '2026-06-22'],
    ['last-week', '2026-06-08', '2026-06-15'],
    ['this-month', '2026-06-01', '2026-07-01'],
    ['last-month', '2026-05-01', '2026-06-01'],
    ['this-year', '2026-01-01', '2027-01-01'],
  ] as const)('%s is from %s until %s', (period, first, end) => {
    expect(daysOf(period, FRIDAY)).toEqual({ first, end });
  });

  it('a Sunday belongs to the week that began on the Monday before', () => {
    expect(daysOf('this-week', '2026-06-21')).toEqual({ first: '2026-06-15', end: '2026-06-22' });
    expect(weekdayOf('2026-06-21')).toBe(7);
  });

  it('last month in January is December of the year before', () => {
    expect(daysOf('last-month', '2026-01-31')).toEqual({ first: '2025-12-01', end: '2026-01-01' });
  });
});

describe('the preceding period', () => {
  it.each([
    ['a day', { first: '2026-06-19', end: '2026-06-20' }, { first: '2026-06-12', end: '2026-06-13' }],
    ['a week', { first: '2026-06-15', end: '2026-06-22' }, { first: '2026-06-08', end: '2026-06-15' }],
    ['ten days', { first: '2026-06-10', end: '2026-06-20' }, { first: '2026-05-27', end: '2026-06-06' }],
    ['a month', { first: '2026-03-01', end: '2026-04-01' }, { first: '2026-02-01', end: '2026-03-01' }],
    ['a year', { first: '2026-01-01', end: '2027-01-01' }, { first: '2025-01-01', end: '2026-01-01' }],
  ])('%s with the one like it before', (_, days, before) => {
    expect(daysBefore(days)).toEqual(before);
  });

  it('all has no preceding period', () => {
    expect(daysBefore(daysOf('all', FRIDAY))).toBeNull();
  });
});

describe('the period right before and after', () => {
  it.each([
    ['2026-07-01', '2026-08-01', '2026-06-01', '2026-07-01'],
    ['2026-03-01', '2026-04-01', '2026-02-01', '2026-03-01'],
    ['2025-01-01', '2026-01-01', '2024-01-01', '2025-01-01'],
    ['2026-06-15', '2026-06-22', '2026-06-08', '2026-06-15'],
    ['2026-06-19', '2026-06-20', '2026-06-18', '2026-06-19'],
    ['2026-06-01', '2026-06-11', '2026-05-22', '2026-06-01'],
  ])('of %s until %s: %s until %s, and back', (first, end, firstBefore, endBefore) => {
    expect(daysBeside({ first, end }, -1)).toEqual({ first: firstBefore, end: endBefore });
    if (endBefore === first) expect(daysBeside({ first: firstBefore, end: endBefore }, 1).first).toBe(first);
  });

  it('after February is the whole of March', () => {
    expect(daysBeside({ first: '2026-02-01', end: '2026-03-01' }, 1)).toEqual({
      first: '2026-03-01',
      end: '2026-04-01',
    });
  });
});

describe('[F9c] the instants of business days', () => {
  it('run from cut-off to cut-off, half-open', () => {
    const { from, to } = spanOf({ first: FRIDAY, end: dayAfter(FRIDAY, 1) }, amsterdam);
    expect(new Date(from).toISOString()).toBe('2026-06-19T02:00:00.000Z');
    expect(to - from).toBe(24 * 3_600_000);
    expect([from - 1, from, to - 1, to].map((at) => businessDay(at, amsterdam))).toEqual([
      '2026-06-18',
      '2026-06-19',
      '2026-06-19',
      '2026-06-20',
    ]);
  });
});

it.each(['2026-02-29', '2026-13-01', '26-06-19', '2026-6-19', '', 'today', '2026-06-19T00:00'])(
  '"%s" is no day',
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);

it('29 February of a leap year is a day', () => {
  expect(isDay('2028-02-29')).toBe(true);
  expect(lengthOf({ first: '2028-02-01', end: '2028-03-01' })).toBe(29);
});
