'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LOCALES } from '../../lib/language';
import { agoOf, momentOf } from './ago';
import { agoText } from './when-text';

/** Formats an instant as relative time, or as date and time of a branch. Epoch ms, both by the same clock. */
export function useWhen(timeZone: string): (at: number, now: number) => string {
  const t = useTranslations();
  const locale = LOCALES[useLocale()];
  return (at, now) => agoText(t, agoOf(at, now, { timeZone, locale }));
}

/** Formats an instant as date and time of a branch. */
export function useMoment(timeZone: string): (at: number, now: number) => string {
  const t = useTranslations();
  const locale = LOCALES[useLocale()];
  return (at, now) => agoText(t, momentOf(at, now, { timeZone, locale }));
}
