'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LOCALES } from '../words/language';
import { agoOf, momentOf } from './ago';

/** Says how long ago an instant is, or when it was, on the wall clock of a branch. Epoch ms by one clock. */
export function useWhen(timeZone: string): (at: number, now: number) => string {
  const words = useTranslations('when');
  const locale = LOCALES[useLocale()];
  return (at, now) => {
    const ago = agoOf(at, now, { timeZone, locale });
    return words(ago.on, ago);
  };
}

/** Says on which day and at what time an instant was, on the wall clock of a branch. */
export function useMoment(timeZone: string): (at: number, now: number) => string {
  const words = useTranslations('when');
  const locale = LOCALES[useLocale()];
  return (at, now) => {
    const moment = momentOf(at, now, { timeZone, locale });
    return words(moment.on, moment);
  };
}
