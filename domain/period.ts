import { DAY_MS } from '../lib/time';
import { type BranchCalendar, businessDay, startOfDay } from './business-day';
import type { Instant } from './fact';

export const PERIODS = [
  'today',
  'yesterday',
  'past-7',
  'last-7',
  'last-28',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'all',
] as const;

/** A named range of business days; `all` covers all data. */
export type Period = (typeof PERIODS)[number];

/** Business days from `first` until `end`, half-open, as `2026-06-19`. */
export type Days = { first: string; end: string };

/** Half-open. */
export type Span = { from: Instant; to: Instant };

/** Covers all data, with years of four digits. */
const ALWAYS: Days = { first: '1970-01-01', end: '9999-12-31' };

/** The days of a period, relative to the business day `today`. Weeks begin on Monday. */
export function daysOf(period: Period, today: string): Days {
  const tomorrow = dayAfter(today, 1);
  const monday = mondayOf(today);
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'today':
      return { first: today, end: tomorrow };
    case 'yesterday':
      return { first: dayAfter(today, -1), end: today };
    case 'past-7':
      return { first: dayAfter(today, -7), end: today };
    case 'last-7':
      return { first: dayAfter(today, -6), end: tomorrow };
    case 'last-28':
      return { first: dayAfter(today, -27), end: tomorrow };
    case 'this-week':
      return { first: monday, end: dayAfter(monday, 7) };
    case 'last-week':
      return { first: dayAfter(monday, -7), end: monday };
    case 'this-month':
      return { first: month, end: monthAfter(month, 1) };
    case 'last-month':
      return { first: monthAfter(month, -1), end: month };
    case 'this-year':
      return { first: `${today.slice(0, 4)}-01-01`, end: `${yearText(Number(today.slice(0, 4)) + 1)}-01-01` };
    case 'all':
      return ALWAYS;
  }
}

/**
 * The preceding period of the same length, for comparison: for a whole month or year the one before, otherwise the days
 * a whole number of weeks earlier, so that equal weekdays are compared. Null for `all`.
 */
export function daysBefore(days: Days): Days | null {
  if (days.first === ALWAYS.first) return null;
  if (wholeMonthsOf(days) !== null) return daysBeside(days, -1);
  const back = Math.ceil(lengthOf(days) / 7) * 7;
  return { first: dayAfter(days.first, -back), end: dayAfter(days.end, -back) };
}

/** The period right before (-1) or after (1): for a whole month or year the next one, otherwise as many days. */
export function daysBeside(days: Days, step: -1 | 1): Days {
  const months = wholeMonthsOf(days);
  if (months === null) {
    const length = step * lengthOf(days);
    return { first: dayAfter(days.first, length), end: dayAfter(days.end, length) };
  }
  const first = monthAfter(days.first, step * months);
  return { first, end: monthAfter(first, months) };
}

/** 1 for a whole month, 12 for a whole year, otherwise null. */
function wholeMonthsOf({ first, end }: Days): 1 | 12 | null {
  if (first.endsWith('-01') && monthAfter(first, 1) === end) return 1;
  return first.endsWith('-01-01') && monthAfter(first, 12) === end ? 12 : null;
}

/** The instants of business days in a branch: from the cut-off of the first until that of the day after the last. */
export function spanOf({ first, end }: Days, calendar: BranchCalendar): Span {
  return { from: startOfDay(first, calendar), to: startOfDay(end, calendar) };
}

/** The business day at an instant. */
export function todayOf(now: Instant, calendar: BranchCalendar): string {
  return businessDay(now, calendar);
}

/** Whether a text is a valid date such as `2026-06-19`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** The date `days` days after `day`, or before it if negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return dayAfter(day, 1 - weekdayOf(day));
}

/** The number of days. */
export function lengthOf({ first, end }: Days): number {
  return (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS;
}

function monthAfter(firstOfMonth: string, months: number): string {
  const [year = 0, month = 1] = firstOfMonth.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}
