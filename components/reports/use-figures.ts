'use client';

import { useLocale, useTranslations } from 'use-intl';
import { numberFormat } from '../time/kept-formats';
import { LOCALES } from '../words/language';
import { timeParts } from './time-text';

/** Writes figures in the page's language. */
export function useFigures() {
  const words = useTranslations('reports.units');
  const locale = LOCALES[useLocale()];
  const number = (value: number, options: Intl.NumberFormatOptions = {}) => numberFormat(locale, options).format(value);
  const count = (n: number) => number(n);
  return {
    /** `19:18`, `1 h 23`. @param seconds without its sign */
    time(seconds: number): string {
      const parts = timeParts(seconds);
      return 'clock' in parts ? parts.clock : words('hours', { hours: parts.hours, minutes: twoDigits(parts.minutes) });
    },
    count,
    /** `13.4%`, of 0 to 1. */
    share: (rate: number, digits: 0 | 1 = 1) =>
      number(rate, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }),
    /** Of 0 to 1, without a sign for percent. */
    points: (rate: number, digits: 0 | 1 = 1) =>
      number(rate * 100, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    /** `13 min`, to half a minute: as people say what something takes. */
    minutes: (seconds: number) =>
      words('minutes', { minutes: number(Math.round(seconds / 30) / 2, { maximumFractionDigits: 1 }) }),
    /** `7.9`, from ten on `12`: where there is no room for more. */
    shortMinutes: (seconds: number) => number(seconds / 60, { maximumFractionDigits: seconds < 600 ? 1 : 0 }),
    n: (n: number) => words('n', { n: count(n) }),
    few: (n: number) => words('few', { n: count(n) }),
  };
}

export type Figures = ReturnType<typeof useFigures>;

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
