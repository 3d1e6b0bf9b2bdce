'use client';

import { useTranslations } from 'use-intl';
import type { CourseChoices } from '../manager/page-query';
import { useDurations } from '../manager/use-durations';

const MINUTE_SECONDS = 60;

/** Returns a function that formats a range of durations: whole minutes as `10–11 min`. */
export function useRange(): (pageQuery: Pick<CourseChoices, 'atLeast' | 'under'>) => string {
  const t = useTranslations('history.activeFilters');
  const durations = useDurations();
  return ({ atLeast, under }) => {
    const isWhole = [atLeast, under].every((seconds) => seconds === null || seconds % MINUTE_SECONDS === 0);
    const text = (seconds: number) => (isWhole ? String(seconds / MINUTE_SECONDS) : durations.text(seconds * 1000));
    const withUnit = (text: string) => (isWhole ? t('minutes', { minutes: text }) : text);
    if (atLeast === null && under === null) return t('any');
    if (atLeast === null) return t('under', { to: withUnit(text(under ?? 0)) });
    if (under === null) return t('atLeast', { from: withUnit(text(atLeast)) });
    return withUnit(t('range', { from: text(atLeast), to: text(under) }));
  };
}
