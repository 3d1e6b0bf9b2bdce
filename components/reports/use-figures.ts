'use client';

import { useTranslations } from 'use-intl';
import { useDurations, useNumbers } from '../manager/day-text';

/** Formats figures in the page's language. */
export function useFigures() {
  const t = useTranslations('reports.units');
  const durations = useDurations();
  const { number, points, percent } = useNumbers();
  return {
    /** `19:18`, `1 h 23`. @param seconds absolute value */
    time: (seconds: number) => durations.text(seconds * 1000),
    count: number,
    /** `13.4 %`, of 0 to 1. */
    share: percent,
    /** Of 0 to 1, without a percent sign. */
    points,
    /** `13 min`, to half a minute, as people say it. */
    minutes: (seconds: number) =>
      t('minutes', { minutes: number(Math.round(seconds / 30) / 2, { maximumFractionDigits: 1 }) }),
    /** `7.9`, from ten on `12`: for narrow cells. */
    shortMinutes: (seconds: number) => number(seconds / 60, { maximumFractionDigits: seconds < 600 ? 1 : 0 }),
    n: (n: number) => t('n', { n: number(n) }),
    few: (n: number) => t('few', { n: number(n) }),
  };
}
