'use client';

import { useTranslations } from 'use-intl';
import { useIsOnline } from '../browser';
import { linkOf } from '../home/standing';

/** Shows whether the data below is live, or the problem. `clock` is the time of the data. */
export function LinkLine({ silentMs, clock }: { silentMs: number; clock: string }) {
  const t = useTranslations('liveDashboard.link');
  const isOnline = useIsOnline();
  const link = linkOf(silentMs);
  const seconds = Math.floor(silentMs / 1_000);
  return (
    <>
      {link === 'live' ? (
        <p className="mr-4 flex min-h-11 items-center gap-2.5 text-text-quiet">
          <span className="h-2.5 w-2.5 rounded-full bg-accent" aria-hidden="true" />
          {t('live', { clock })}
        </p>
      ) : (
        <p
          className={`flex min-h-11 items-center rounded-lg px-4 font-bold ${link === 'slow' ? 'bg-warn text-ink' : 'w-full bg-late text-late-text'}`}
        >
          {link === 'slow' ? t('slow', { seconds }) : t(isOnline ? 'lost' : 'offline', { seconds, clock })}
        </p>
      )}
      {/* Without the seconds, which screen readers would announce again and again. */}
      <span role="status" className="sr-only">
        {link !== 'live' && t('announced', { clock })}
      </span>
    </>
  );
}
