'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { navMessages } from '../../messages/areas/nav';
import { waysOutMessages } from '../../messages/areas/ways-out';
import { useLive } from '../live/live-context';
import { WithMessages } from '../messages/with-messages';
import { pagesFor } from '../pairing/screen-pages';
import { WakeBadge } from '../screen/rest/wake-badge';
import { useSearches } from '../screen/use-searches';
import { SoundBadge } from '../sound/sound-badge';

/** Parts of the bar that load after the cards: the link back, and whether sound is on. */
export const BarExtras = memo(function BarExtras({ search }: { search: string }) {
  return (
    <>
      <WayBack search={search} />
      <WakeBadge />
      <SoundBadge />
    </>
  );
});

/** Link for a tablet back to its own page; a wall has no other links. */
function WayBack({ search }: { search: string }) {
  const view = useLive(({ screen }) => screen?.view ?? null);
  const own = view === null || view === 'kitchen' ? undefined : pagesFor(view).find((page) => page.view === view);
  const searchOf = useSearches('kitchen', search);
  const isKiosk = new URLSearchParams(search).get('kiosk') === 'on';
  return (
    own &&
    !isKiosk && (
      <WithMessages messages={navMessages}>
        <WithMessages messages={waysOutMessages}>
          <Link view={own.view} href={`${own.path}${searchOf(own.view)}`} />
        </WithMessages>
      </WithMessages>
    )
  );
}

function Link({ view, href }: { view: ReturnType<typeof pagesFor>[number]['view']; href: string }) {
  const t = useTranslations('waysOut');
  const nav = useTranslations('nav');
  const page = view === 'pickup' ? '' : nav(view);
  return (
    <a
      className="inline-grid min-h-[max(48px,var(--touch))] min-w-[max(48px,var(--touch))] content-center whitespace-nowrap rounded-[0.4em] border border-(--quiet) px-10 py-1 font-[650] text-[0.76em]"
      href={href}
      aria-label={t('back', { page })}
    >
      ‹ {page}
    </a>
  );
}
