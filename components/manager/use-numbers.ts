'use client';

import { useLocale } from 'use-intl';
import { LOCALES } from '../../lib/language';
import { numberFormat } from '../time/formats';

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
