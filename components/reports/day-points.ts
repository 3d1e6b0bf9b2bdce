import { type Days, dayAfter, lengthOf, weekdayOf } from '../../domain/period';
import { FEWEST, type Group, type Measure } from './figures';

/** A day of a measure. Percentiles are null where there are none, or of too few. */
export type DayPoint = {
  day: string;
  isWeekend: boolean;
  n: number;
  p50: number | null;
  p80: number | null;
  /** The day that it is compared with. */
  beforeDay: string | null;
  before: number | null;
};

/** More days than anybody lived to serve: what is asked for beyond them is cut. */
const MOST_DAYS = 40 * 366;

/**
 * Every day from the first to the last with courses in it, those without any too: as a gap. Each beside the day that lies
 * as far into the days compared with.
 */
export function dayPoints(
  groups: readonly Group[],
  days: Days,
  compared: { groups: readonly Group[]; days: Days } | null,
  of: Measure,
): DayPoint[] {
  const named = groups.map(({ key }) => key).sort();
  const first = named[0];
  const last = named.at(-1);
  if (first === undefined || last === undefined) return [];
  const length = Math.min(lengthOf({ first, end: dayAfter(last, 1) }), MOST_DAYS);
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const beforeByDay = new Map(compared?.groups.map((group) => [group.key, group]));

  return Array.from({ length }, (_, index) => {
    const day = dayAfter(first, index);
    const into = lengthOf({ first: days.first, end: day });
    const beforeDay = compared && into < lengthOf(compared.days) ? dayAfter(compared.days.first, into) : null;
    const spread = byDay.get(day)?.[of] ?? null;
    const before = beforeDay === null ? null : (beforeByDay.get(beforeDay)?.[of] ?? null);
    const isEnough = spread !== null && spread.n >= FEWEST;
    return {
      day,
      isWeekend: weekdayOf(day) >= 6,
      n: spread?.n ?? 0,
      p50: isEnough ? spread.p50 : null,
      p80: isEnough ? spread.p80 : null,
      beforeDay,
      before: before !== null && before.n >= FEWEST ? before.p50 : null,
    };
  });
}
