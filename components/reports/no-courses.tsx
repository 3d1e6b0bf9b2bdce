'use client';

import { useTranslations } from 'use-intl';
import { Empty } from '../manager/empty';
import { BUTTON } from '../manager/page-head';
import { addressOf, elsewhere, type PageQuery } from '../manager/page-query';
import { PageLink } from '../page-link';

/** Explains why there is nothing to report, and what to do. */
export function NoCourses({ pageQuery, query, path }: { pageQuery: PageQuery; query: URLSearchParams; path: string }) {
  const t = useTranslations('reports.empty');
  const isFiltered = Object.entries(pageQuery.choices).some(([name, value]) => name !== 'of' && value !== null);
  return (
    <Empty title={t('title')}>
      <p>{t(isFiltered ? 'filtered' : 'days')}</p>
      <p className="mt-4 flex flex-wrap justify-center gap-2 print:hidden">
        {isFiltered && (
          <PageLink href={elsewhere(path, query)} className={BUTTON}>
            {t('all')}
          </PageLink>
        )}
        {pageQuery.period !== 'last-28' && !pageQuery.isAlways && (
          <PageLink href={addressOf(path, query, { period: 'last-28' })} className={BUTTON}>
            {t('wider')}
          </PageLink>
        )}
      </p>
    </Empty>
  );
}
