'use client';

import { useTranslations } from 'use-intl';
import { useLiveStore, useTimeZone } from '../live/live-context';
import { useAge, useFreshness } from '../live/use-age';
import { clockText } from '../time/clock-text';
import { useClock } from '../time/use-clock';

/** Shows `live 19:42:07`, or `as of` the last update: an empty board that is old does not mean an empty kitchen. */
export function EmptySince() {
  const t = useTranslations('empty');
  const store = useLiveStore();
  const { level } = useFreshness();
  const time = useClock(true);
  const age = useAge() ?? 0;
  const timeZone = useTimeZone();
  const lastNews = clockText((store.branchNow() ?? 0) - age, timeZone, true);
  return (
    <span className="inline-block whitespace-nowrap">
      {level === 'live' ? t('live', { time }) : t('old', { time: lastNews })}
    </span>
  );
}
