'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { PageLink } from '../page-link';
import { elsewhere } from './page-query';

const PAGES = [
  ['live', '/manager'],
  ['history', '/manager/history'],
  ['reports', '/manager/reports'],
  ['deliveries', '/manager/deliveries'],
  ['screens', '/manager/screens'],
  ['subscriptions', '/manager/subscriptions'],
  ['settings', '/manager/settings'],
] as const;
const OF_OWNERS = [
  ['people', '/manager/people'],
  ['guests', '/manager/guests'],
  ['audit', '/manager/audit'],
] as const;

/** Navigation between manager pages. The links keep branch, days and language. */
export function ManagerNav({ isOwner }: { isOwner: boolean }) {
  return (
    <Suspense>
      <Links isOwner={isOwner} />
    </Suspense>
  );
}

function Links({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('manager.pages');
  const path = usePathname();
  const query = new URLSearchParams(useSearchParams());
  const list = useRef<HTMLUListElement>(null);
  // On a phone the row is longer than the screen.
  useEffect(() => {
    list.current
      ?.querySelector(`[href^="${path}"][aria-current]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  return (
    <nav
      aria-label={t('label')}
      className="fixed inset-x-0 bottom-0 z-10 overflow-x-auto border-line border-t bg-shade px-2 pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] lg:static lg:order-none lg:flex-1 lg:border-t-0 lg:p-0"
    >
      <ul ref={list} className="flex justify-between gap-0.5 sm:justify-start sm:gap-1 lg:flex-col">
        {[...PAGES, ...(isOwner ? OF_OWNERS : [])].map(([name, address]) => {
          const isHere = address === '/manager' ? path === address : path.startsWith(address);
          const tone = isHere
            ? 'bg-text text-ground forced-colors:border'
            : 'text-text-quiet hover:bg-line hover:text-text';
          return (
            <li key={name}>
              <PageLink
                href={elsewhere(address, query)}
                aria-current={isHere ? 'page' : undefined}
                className={`flex min-h-11 items-center rounded-lg px-3 font-semibold lg:min-h-0 lg:py-2 ${tone}`}
              >
                {t(name)}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
