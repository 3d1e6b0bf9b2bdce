'use client';

import { useTranslations } from 'use-intl';
import { useFreshness } from '../live/use-age';
import { useNewsTime } from './use-news-time';

/** Shows `live 19:42:07`, or `as of` the last update: an empty board that is old does not mean an empty kitchen. */
export function EmptySince() {
  const t = useTranslations('empty');
  const { level } = useFreshness();
  const time = useNewsTime() ?? '';
  return <span className="inline-block whitespace-nowrap">{t(level === 'live' ? 'live' : 'old', { time })}</span>;
}
