'use client';

import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { type Asked, addressOf, elsewhere } from '../manager/asked';
import { Empty } from '../manager/empty';
import { BUTTON } from '../manager/page-head';

/** Explains why there is nothing to report, and what to do. */
export function NoCourses({ asked, query, path }: { asked: Asked; query: URLSearchParams; path: string }) {
  const words = useTranslations('reports.empty');
  const isNarrowed = Object.entries(asked.choices).some(([name, value]) => name !== 'of' && value !== null);
  return (
    <Empty title={words('title')}>
      <p>{words(isNarrowed ? 'narrowed' : 'days')}</p>
      <p className="mt-4 flex flex-wrap justify-center gap-2 print:hidden">
        {isNarrowed && (
          <Link prefetch={false} href={elsewhere(path, query)} className={BUTTON}>
            {words('all')}
          </Link>
        )}
        {asked.period !== 'last-28' && !asked.isAlways && (
          <Link prefetch={false} href={addressOf(path, query, { period: 'last-28' })} className={BUTTON}>
            {words('wider')}
          </Link>
        )}
      </p>
    </Empty>
  );
}
