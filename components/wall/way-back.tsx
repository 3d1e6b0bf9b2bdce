'use client';

import { useTranslations } from 'use-intl';
import navEn from '../../messages/en/nav.json';
import waysOutEn from '../../messages/en/ways-out.json';
import navNl from '../../messages/nl/nav.json';
import waysOutNl from '../../messages/nl/ways-out.json';
import { useLive } from '../live/live-context';
import { WithMessages } from '../messages/with-messages';
import { pagesFor } from '../pairing/screen-pages';
import { KEPT, useSearches } from '../screen/use-searches';

const WAYS_OUT_MESSAGES = { en: waysOutEn, nl: waysOutNl };

const NAV_MESSAGES = { en: navEn, nl: navNl };

/** Link for a tablet back to its own page; a wall has no other links. */
export function WayBack({ search }: { search: string }) {
  const view = useLive(({ screen }) => screen?.view ?? null);
  const own = view === null || view === 'kitchen' ? undefined : pagesFor(view).find((page) => page.view === view);
  const searchOf = useSearches('kitchen', search, KEPT);
  return (
    own && (
      <WithMessages messages={NAV_MESSAGES}>
        <WithMessages messages={WAYS_OUT_MESSAGES}>
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
