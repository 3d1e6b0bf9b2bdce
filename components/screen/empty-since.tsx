'use client';

import { useTranslations } from 'use-intl';
import { useLiveStore, useTimeZone } from '../live/live-context';
import { useAge, useFreshness } from '../live/use-age';
import { clockText } from '../time/clock-text';
import { useClock } from '../time/use-clock';
import css from './news.module.css';

/** `live 19:42:07`; while no news comes, `as of` the last: an empty board that is old is no empty kitchen. */
export function EmptySince() {
  const words = useTranslations('empty');
  const store = useLiveStore();
  const { level } = useFreshness();
  const time = useClock(true);
  const age = useAge() ?? 0;
  const timeZone = useTimeZone();
  const lastNews = clockText((store.branchNow() ?? 0) - age, timeZone, true);
  return (
    <span className={css.since}>{level === 'live' ? words('live', { time }) : words('old', { time: lastNews })}</span>
  );
}
