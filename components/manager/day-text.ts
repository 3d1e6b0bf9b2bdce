'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { ServesReport, WorkplaceServes } from '../../contract/reports';
import { type Days, dayAfter } from '../../domain/period';
import { LOCALES } from '../../lib/language';
import { dateFormat, durationParts, numberFormat, signOf } from '../time/formats';

/** Number of courses with a tile of their own. */
const TILES = 4;

const MAX_NAMES = 5;

type DayStyle = 'weekday' | 'dated' | 'date' | 'short' | 'name' | 'shortName';

const STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  dated: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'numeric' },
  name: { weekday: 'long' },
  shortName: { weekday: 'short' },
};

const A_MONDAY = '2024-01-01';

/** A day with this weekday: 1 for Monday to 7. */
export function weekdayDay(weekday: number): string {
  return dayAfter(A_MONDAY, weekday - 1);
}

/** Formats a business day, which has no time zone. */
export function dayTextIn(locale: string, day: string, style: DayStyle): string {
  const text = dateFormat(locale, { ...STYLES[style], timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
  // Browsers before Chrome 110 write `Friday, 4 September`, and Node does not: hydration would fail.
  return style === 'weekday' && locale.startsWith('en') ? text.replace(',', '') : text;
}

/** Returns a function that formats business days in the page's language. */
export function useDayText(): (day: string, style: DayStyle) => string {
  const locale = LOCALES[useLocale()];
  return (day, style) => dayTextIn(locale, day, style);
}

const DAY_AND_MONTH: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };

/**
 * `14–20 November 2026`, in German `14.–20. November 2026`, or `Friday 19 June 2026`: the first to the last day.
 * Assembled here, because Node and browsers format ranges differently, and hydration would fail.
 */
export function daysTextIn(locale: string, { first, end }: Days): string {
  const last = dayAfter(end, -1);
  const text = (day: string, style: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...style, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
  if (first === last) return text(first, { ...STYLES.weekday, year: 'numeric' });
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dayOfMonthIn(locale, first)}–${text(last, STYLES.date)}`;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${text(first, isOneYear ? DAY_AND_MONTH : STYLES.date)} – ${text(last, STYLES.date)}`;
}

/** The day before the name of a month: `14`, in German `14.`. */
function dayOfMonthIn(locale: string, day: string): string {
  const parts = dateFormat(locale, { ...STYLES.date, timeZone: 'UTC' }).formatToParts(Date.parse(`${day}T00:00:00Z`));
  const beforeMonth = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'month'),
  );
  return beforeMonth
    .map(({ value }) => value)
    .join('')
    .trimEnd();
}

/** Names as a list; of more than five the first ones. */
export function namesText(names: readonly string[]): string {
  return [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}

/** Says how often *served* was pressed (F15d, F15e). */
export function useServesText() {
  const t = useTranslations('manager.serves');
  const { number, percent } = useNumbers();
  return {
    /** Said beside what depends on serves that are rarely pressed. */
    rare: t('rare'),
    /** `Served was pressed for 62 % of 340 courses; at workplace 3 for 20 %`, with those of several workplaces to name. */
    pressed({ n, pressed, workplaces }: ServesReport, isNamed: (workplace: WorkplaceServes) => boolean): string {
      const total = t('pressed', { share: percent(pressed / n, 0), count: number(n) });
      const named = workplaces.length > 1 ? workplaces.filter(isNamed) : [];
      const places = named.map(({ workplace, ...its }) => {
        const share = percent(its.pressed / its.n, 0);
        return workplace === null ? t('atUnknown', { share }) : t('at', { workplace: String(workplace), share });
      });
      return places.length === 0 ? total : `${total}; ${places.join(', ')}`;
    },
  };
}

/** Formats numbers in the page's language, as manager pages show them. */
export function useNumbers() {
  const locale = LOCALES[useLocale()];
  const number = (value: number, options: Intl.NumberFormatOptions = {}) => numberFormat(locale, options).format(value);
  /** `13.4`, of 0 to 1. What is neither none nor all is not rounded to 0 or 100: `<0.1`, `>99.9`. */
  const points = (rate: number, digits: 0 | 1 = 1) => {
    const text = (percent: number) => number(percent, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const least = 10 ** -digits;
    if (rate > 0 && text(rate * 100) === text(0)) return `<${text(least)}`;
    if (rate < 1 && text(rate * 100) === text(100)) return `>${text(100 - least)}`;
    return text(rate * 100);
  };
  return {
    number,
    points,
    /** `13.4 %`, of 0 to 1; the sign stays on the line of its number. */
    percent: (rate: number, digits: 0 | 1 = 1) => `${points(rate, digits)}\u00a0%`,
  };
}

/** Formats durations as manager pages show them: `4:05`, `2 h 25`, in Dutch `2 u 25`, in German `2 Std. 25`. */
export function useDurations() {
  const t = useTranslations('manager.durations');
  const text = (ms: number): string => {
    const parts = durationParts(ms);
    return 'clock' in parts ? parts.clock : t('hours', parts);
  };
  return { text, signed: (ms: number) => `${signOf(ms)}${text(ms)}` };
}

/** Most measured courses, in the given order. Courses without measurements are left out. */
export function mostMeasured<Course>(courses: readonly Course[], countOf: (course: Course) => number): Course[] {
  const kept = new Set(
    courses
      .filter((course) => countOf(course) > 0)
      .toSorted((a, b) => countOf(b) - countOf(a))
      .slice(0, TILES),
  );
  return courses.filter((course) => kept.has(course));
}
