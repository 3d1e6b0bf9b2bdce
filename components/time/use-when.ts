'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LOCALES } from '../words/language';
import { agoOf, momentOf } from './ago';

/** Formats an instant as relative time, or as date and time of a branch. Epoch ms, both by the same clock. */
export function useWhen(timeZone: string): (at: number, now: number) => string {
  const words = useTranslations('when');
  const locale = LOCALES[useLocale()];
  return (at, now) => {
    const ago = agoOf(at, now, { timeZone, locale });
    return words(ago.on, ago);
  };
}

/** Formats an instant as date and time of a branch. */
export function useMoment(timeZone: string): (at: number, now: number) => string {
  const words = useTranslations('when');
  const locale = LOCALES[useLocale()];
  return (at, now) => {
    const moment = momentOf(at, now, { timeZone, locale });
    return words(moment.on, moment);
  };
}
