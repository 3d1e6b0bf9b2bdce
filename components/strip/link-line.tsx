'use client';

import { useTranslations } from 'use-intl';
import { useIsOnline } from '../browser';
import { linkOf } from '../front/link';

/** Whether what stands below is live; where trouble appears. `clock` is when it was so. */
export function LinkLine({ silentMs, clock }: { silentMs: number; clock: string }) {
  const words = useTranslations('strip.link');
  const isOnline = useIsOnline();
  const link = linkOf(silentMs);
  const seconds = Math.floor(silentMs / 1_000);
  if (link === 'live')
    return (
      <p className="mr-4 flex min-h-11 items-center gap-2.5 text-text-quiet">
        <span className="h-2.5 w-2.5 rounded-full bg-accent" aria-hidden="true" />
        {words('live', { clock })}
      </p>
    );
  return (
    <p
      // What changes by the second is not read out again and again.
      role="status"
      aria-live="off"
      className={`flex min-h-11 items-center rounded-lg px-4 font-bold ${link === 'slow' ? 'bg-amber text-ink' : 'w-full bg-late text-late-ink'}`}
    >
      {link === 'slow' ? words('slow', { seconds }) : words(isOnline ? 'lost' : 'offline', { seconds, clock })}
    </p>
  );
}
