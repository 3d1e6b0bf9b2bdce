'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LOCALES } from '../../lib/language';
import { PageLink } from '../page-link';
import { SUBSCRIPTIONS } from '../subscriptions/address';
import { DELIVERIES, type Part } from './delivery-choices';

type Props = {
  parts: readonly Part[];
  part: Part;
  /** Items that need attention in each part; null if unknown. */
  counts: Readonly<Record<Part, number | null>>;
  query: URLSearchParams;
};

/** Counting stops here. */
const MAX_UNREADABLE = 10_000;

/** Links to the parts of the page. They keep branch and language; filters of one part mean nothing in another. */
export function PartLinks({ parts, part, counts, query }: Props) {
  const t = useTranslations('deliveries.parts');
  const locale = LOCALES[useLocale()];
  const addressOf = (page: string, to: Part | null) => {
    const next = new URLSearchParams();
    for (const name of ['branch', 'lang']) {
      const value = query.get(name);
      if (value) next.set(name, value);
    }
    if (to !== null && to !== 'received') next.set('part', to);
    return next.size === 0 ? page : `${page}?${next}`;
  };
  return (
    <nav aria-label={t('label')} className="mb-6 border-line border-b print:hidden">
      <ul className="flex flex-wrap gap-x-6">
        {parts.map((name) => {
          const isHere = name === part;
          const count = counts[name] ?? 0;
          return (
            <li key={name} className="shrink-0">
              <PageLink
                href={addressOf(DELIVERIES, name)}
                aria-current={isHere ? 'page' : undefined}
                className={`flex min-h-11 items-center gap-2 border-b-3 font-semibold ${isHere ? 'border-text' : 'border-transparent text-text-quiet hover:text-text'}`}
              >
                {t(name)}
                {count > 0 && (
                  <span className="rounded-full bg-trouble px-2 text-ground text-sm">
                    {t(name === 'unreadable' && count >= MAX_UNREADABLE ? 'atLeast' : 'count', {
                      count: count.toLocaleString(locale),
                    })}
                  </span>
                )}
              </PageLink>
            </li>
          );
        })}
        <li className="shrink-0">
          <PageLink
            href={addressOf(SUBSCRIPTIONS, null)}
            className="flex min-h-11 items-center border-transparent border-b-3 font-semibold text-text-quiet hover:text-text"
          >
            {t('pos')}
          </PageLink>
        </li>
      </ul>
    </nav>
  );
}
