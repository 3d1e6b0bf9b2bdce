'use client';

import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';
import { pagesFor } from '../pairing/screen-pages';
import { KEPT, useSearches } from '../screen/use-searches';
import css from '../screen/ways-out.module.css';
import { NAV_WORDS } from '../words/nav-words';
import { WAYS_OUT_WORDS } from '../words/ways-out-words';
import { WithWords } from '../words/with-words';

/** Link for a tablet back to its own page; a wall has no other links. */
export function WayBack({ search }: { search: string }) {
  const view = useLive(({ screen }) => screen?.view ?? null);
  const own = view === null || view === 'kitchen' ? undefined : pagesFor(view).find((page) => page.view === view);
  const searchOf = useSearches('kitchen', search, KEPT);
  return (
    own && (
      <WithWords words={NAV_WORDS}>
        <WithWords words={WAYS_OUT_WORDS}>
          <Link view={own.view} href={`${own.path}${searchOf(own.view)}`} />
        </WithWords>
      </WithWords>
    )
  );
}

function Link({ view, href }: { view: ReturnType<typeof pagesFor>[number]['view']; href: string }) {
  const words = useTranslations('waysOut');
  const nav = useTranslations('nav');
  const page = view === 'pickup' ? '' : nav(view);
  return (
    <a className={css.back} href={href} aria-label={words('back', { page })}>
      ‹ {page}
    </a>
  );
}
