import type { Measure } from '../../contract/constants';
import type { GroupFigures } from '../../contract/reports';
import { type Days, dayAfter, lengthOf, mondayOf, weekdayOf } from '../../domain/period';
import { MIN_COURSES } from './figures';

/** Above this number of days the line uses weeks: single days would be noise, and too narrow to read. */
export const MAX_DAYS_BY_DAY = 184;

/** Interval between the points of a line. */
export type Step = 'day' | 'week';

/** In days. */
export const LENGTHS: Record<Step, number> = { day: 1, week: 7 };

/** A day or week of a measure. Percentiles are null if there are none, or of too few courses. */
export type LinePoint = {
  /** First day of it: the Monday of a week, even if that is before the requested days. */
  day: string;
  /** The requested ones of its days. */
  days: Days;
  isWeekend: boolean;
  n: number;
  p50: number | null;
  p80: number | null;
  /** The median of the day or week that it is compared with. */
  before: number | null;
};

/** Points at an interval. */
export type Line = { step: Step; points: readonly LinePoint[] };

/** The times of a day or week. */
type Timed = Pick<GroupFigures, 'key' | Measure>;

/** Upper limit against absurd requests; later days are cut. */
const MAX_DAYS = 40 * 366;

/**
 * Every day or week from the first to the last with courses; those without any are gaps. Each is paired with the one at
 * the same position in the comparison period. @param groups by day or by week
 */
export function linePoints(
  groups: readonly Timed[],
  step: Step,
  days: Days,
  compared: { groups: readonly Timed[]; days: Days } | null,
  of: Measure,
): LinePoint[] {
  const named = groups.map(({ key }) => key).sort();
  const first = named[0];
  const last = named.at(-1);
  if (first === undefined || last === undefined) return [];
  const length = LENGTHS[step];
  const count = Math.ceil(Math.min(lengthOf({ first, end: dayAfter(last, 1) }), MAX_DAYS) / length);
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const beforeByDay = new Map(compared?.groups.map((group) => [group.key, group]));
  const startOf = step === 'week' ? mondayOf : (day: string) => day;
  const away = compared && lengthOf({ first: startOf(days.first), end: startOf(compared.days.first) });

  return Array.from({ length: count }, (_, index) => {
    const day = dayAfter(first, index * length);
    const asFarInto = away === null ? null : dayAfter(day, away);
    const beforeDay = compared && asFarInto !== null && asFarInto < compared.days.end ? asFarInto : null;
    const spread = byDay.get(day)?.[of] ?? null;
    const before = beforeDay === null ? null : (beforeByDay.get(beforeDay)?.[of] ?? null);
    const isEnough = spread !== null && spread.n >= MIN_COURSES;
    const end = dayAfter(day, length);
    return {
      day,
      days: { first: day < days.first ? days.first : day, end: end > days.end ? days.end : end },
      isWeekend: step === 'day' && weekdayOf(day) >= 6,
      n: spread?.n ?? 0,
      p50: isEnough ? spread.p50 : null,
      p80: isEnough ? spread.p80 : null,
      before: before !== null && before.n >= MIN_COURSES ? before.p50 : null,
    };
  });
}
