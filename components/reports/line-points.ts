import type { GroupFigures, Measure } from '../../contract/reports';
import { type Days, dayAfter, lengthOf, mondayOf, weekdayOf } from '../../domain/period';
import { FEWEST } from './figures';

/** A line of more days than these says more by weeks: a day of many is noise, and as wide as a hair. */
export const MOST_DAYS_BY_DAY = 184;

/** How far apart the points of a line are. */
export type Step = 'day' | 'week';

/** In days. */
export const LENGTHS: Record<Step, number> = { day: 1, week: 7 };

/** A day of a measure, or a week. Percentiles are null where there are none, or of too few. */
export type LinePoint = {
  /** The first day of it: of a week the Monday, though it be before the days asked for. */
  day: string;
  /** Those of its days that were asked for. */
  days: Days;
  isWeekend: boolean;
  n: number;
  p50: number | null;
  p80: number | null;
  /** What it is compared with: a day, or the Monday of a week. */
  beforeDay: string | null;
  before: number | null;
};

/** Points at a step, as a page shows them. */
export type Line = { step: Step; points: readonly LinePoint[] };

/** More days than anybody lived to serve: what is asked for beyond them is cut. */
const MOST_DAYS = 40 * 366;

/**
 * Every day, or week, from the first to the last with courses in it, those without any too: as a gap. Each beside the one
 * that lies as far into the days compared with. @param groups by day, or by week
 */
export function linePoints(
  groups: readonly GroupFigures[],
  step: Step,
  days: Days,
  compared: { groups: readonly GroupFigures[]; days: Days } | null,
  of: Measure,
): LinePoint[] {
  const named = groups.map(({ key }) => key).sort();
  const first = named[0];
  const last = named.at(-1);
  if (first === undefined || last === undefined) return [];
  const length = LENGTHS[step];
  const count = Math.ceil(Math.min(lengthOf({ first, end: dayAfter(last, 1) }), MOST_DAYS) / length);
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
    const isEnough = spread !== null && spread.n >= FEWEST;
    const end = dayAfter(day, length);
    return {
      day,
      days: { first: day < days.first ? days.first : day, end: end > days.end ? days.end : end },
      isWeekend: step === 'day' && weekdayOf(day) >= 6,
      n: spread?.n ?? 0,
      p50: isEnough ? spread.p50 : null,
      p80: isEnough ? spread.p80 : null,
      beforeDay,
      before: before !== null && before.n >= FEWEST ? before.p50 : null,
    };
  });
}
