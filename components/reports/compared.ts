import { startOfDay } from '../../domain/business-day';
import { type Days, dayAfter, daysBefore, lengthOf, todayOf } from '../../domain/period';
import type { ManagerBranch } from '../manager/manager-branch';
import type { PageQuery } from '../manager/page-query';
import type { Against } from './report-choices';

/** Names of comparison periods. */
type ComparedName = 'day' | 'week' | 'month' | 'yearBefore' | 'period' | 'yearAgo' | 'branch';

/** What the figures are compared with. A null branch means that of the page, or all of them. */
export type Compared = {
  name: ComparedName;
  days: Days;
  branch: ManagerBranch | null;
  /** POS time until which both are compared, and in which time zone; null if the period is over. */
  until: { at: number; timeZone: string } | null;
};

const DAYS_OF_52_WEEKS = 52 * 7;

/**
 * F15f: the instant (POS time) in the days of the comparison that is as far into them as a branch is into `days`; null if
 * `days` are over or yet to come, or the comparison is shorter.
 */
export function reachedIn(compared: Days, days: Days, branch: ManagerBranch): number | null {
  const today = todayOf(branch.now, branch);
  if (today < days.first || today >= days.end) return null;
  const day = dayAfter(compared.first, lengthOf({ first: days.first, end: today }));
  return day >= compared.end ? null : startOfDay(day, branch) + branch.now - startOfDay(today, branch);
}

/** Returns the comparison; null if none is chosen, or nothing precedes the period. */
export function comparedWith(
  against: Against,
  { branch, branches, days }: Pick<PageQuery, 'branch' | 'branches' | 'days'>,
): Compared | null {
  if (against.with === 'none') return null;
  if (against.with === 'branch') {
    const other = branches.find(({ number }) => number === against.number);
    return other ? { name: 'branch', days, branch: other, until: null } : null;
  }
  const before = against.with === 'year' ? daysYearBefore(days) : daysBefore(days);
  if (!before) return null;
  const first = branch ?? branches[0];
  const at = first ? reachedIn(before, days, first) : null;
  const until = first && at !== null ? { at, timeZone: first.timeZone } : null;
  return { name: against.with === 'year' ? 'yearAgo' : nameOf(days), days: before, branch, until };
}

/**
 * Goes back whole weeks, because Fridays resemble Fridays; a month compares with the same month, and a year with the
 * year before.
 */
function daysYearBefore(days: Days): Days | null {
  const isAlways = daysBefore(days) === null;
  if (isAlways) return null;
  if (days.first.endsWith('-01') && days.end.endsWith('-01'))
    return { first: yearBack(days.first), end: yearBack(days.end) };
  return { first: dayAfter(days.first, -DAYS_OF_52_WEEKS), end: dayAfter(days.end, -DAYS_OF_52_WEEKS) };
}

function yearBack(day: string): string {
  return `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
}

function nameOf(days: Days): ComparedName {
  const length = lengthOf(days);
  if (length === 1) return 'day';
  if (length === 7) return 'week';
  const before = daysBefore(days);
  if (before?.end !== days.first) return 'period';
  if (!days.first.endsWith('-01') || !days.end.endsWith('-01')) return 'period';
  if (length <= 31) return 'month';
  return length === 365 || length === 366 ? 'yearBefore' : 'period';
}
