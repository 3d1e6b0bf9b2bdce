'use client';

import { useTranslations } from 'use-intl';
import { useAtNow } from '../live/live-context';
import { minutesSince } from './presumed';

/** Time since an instant in words: `2 h 23`, `9 min`. */
export function useWaitText(instant: string | null): string {
  const t = useTranslations('presumed');
  const all = useAtNow((now) => (instant === null ? 0 : minutesSince(Date.parse(instant), now)), 0);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  if (hours === 0) return t('minutes', { minutes });
  return t('hours', { hours, minutes: String(minutes).padStart(2, '0') });
}
