'use client';

import { useTranslations } from 'use-intl';
import { durationParts, signOf } from '../time/formats';

/** Formats durations as manager pages show them: `4:05`, `2 h 25`, in Dutch `2 u 25`, in German `2 Std. 25`. */
export function useDurations() {
  const t = useTranslations('manager.durations');
  const text = (ms: number): string => {
    const parts = durationParts(ms);
    return 'clock' in parts ? parts.clock : t('hours', parts);
  };
  return { text, signed: (ms: number) => `${signOf(ms)}${text(ms)}` };
}
