'use client';

import { useTranslations } from 'use-intl';
import type { Freshness } from '../live/freshness';
import { useLive } from '../live/live-context';
import { Alert } from '../screen/news';
import { useNewsTime } from '../screen/use-news-time';

/** Tells guests what it means for them that the board is not live. The cause, for the staff, is in small type. */
export function GuestTrouble({ level }: Pick<Freshness, 'level'>) {
  const t = useTranslations('pickup');
  const refused = useTranslations('refused');
  const link = useLive((view) => view.link);
  const time = useNewsTime();
  return (
    <Alert>
      {level === 'amber' ? t('behind') : t('old')}
      {link.kind === 'refused' ? (
        <small>{refused(link.code)}</small>
      ) : (
        time !== null && <small aria-live="off">{t('last', { time })}</small>
      )}
    </Alert>
  );
}
