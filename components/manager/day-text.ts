'use client';

import { useLocale } from 'use-intl';
import { type Days, dayAfter } from '../../domain/period';
import { LOCALES } from '../../lib/language';
import { dateFormat } from '../time/formats';

export type DayStyle = 'weekday' | 'dated' | 'date' | 'short' | 'name';

const STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  dated: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'numeric' },
  name: { weekday: 'long' },
};

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
