'use client';

import { useLocale } from 'use-intl';
import { LOCALES } from '../../lib/language';
import { numberFormat } from '../time/intl-cache';

/** Formats numbers in the page's language, as manager pages show them. */
export function useNumbers() {
  const locale = LOCALES[useLocale()];
  const number = (value: number, options: Intl.NumberFormatOptions = {}) => numberFormat(locale, options).format(value);
  return {
    number,
    /** `13.4 %`, of 0 to 1; the sign stays on the line of its number. */
    percent: (rate: number, digits: 0 | 1 = 1) =>
      `${number(rate * 100, { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u00a0%`,
  };
}
