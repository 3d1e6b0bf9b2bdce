'use client';

import { useTranslations } from 'use-intl';
import type { ManagerBranch } from '../manager/manager-branch';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { changed } from './addresses';
import { EmptyList } from './empty-list';
import { ListTable } from './list-table';
import type { Listing } from './listing';
import { Pages } from './pages';
import { VisitRow } from './visit-row';

type Props = {
  listing: Extract<Listing, { visits: object }>;
  branch: ManagerBranch;
  isFiltered: boolean;
};

const KEY = [
  ['cookingKey', 'bg-accent'],
  ['lateKey', 'bg-mark'],
  ['waitingKey', 'bg-band'],
] as const;

/** The columns, and their classes. */
const COLUMNS = [
  ['place', ''],
  ['times', 'w-36 max-xl:hidden'],
  ['line', 'w-[26%] max-sm:hidden'],
  ['over', 'w-24 text-right'],
  ['late', 'w-24 text-right max-sm:hidden'],
  ['wait', 'w-28 text-right max-sm:hidden'],
  ['visit', 'w-24 text-right max-xl:hidden'],
] as const;

/** Visits of tables and counter orders, worst first. */
export function VisitList({ listing: { visits, total, offset, next }, branch, isFiltered }: Props) {
  const t = useTranslations('history');
  const head = useTranslations('history.head');
  const visit = useTranslations('visitTimeline');
  const { query } = useQueryNavigation();
  if (visits.length === 0) return <EmptyList isFiltered={isFiltered} isFurther={offset > 0} />;
  const shown = visits.length;
  const summary =
    offset > 0
      ? t('ordersFurther', { from: offset + 1, to: offset + shown, all: total })
      : next === null
        ? t('orders', { count: shown })
        : t('ordersOf', { count: shown, all: total });
  const columns = COLUMNS.map(([name, className]) => ({ name: head(name), className }));
  return (
    <>
      <ListTable summary={summary} columns={columns}>
        <tbody>
          {visits.map((visit) => (
            <VisitRow key={visit.orderKey} visit={visit} branch={branch} query={query} />
          ))}
        </tbody>
      </ListTable>
      <ul className="mt-4 flex flex-wrap gap-x-5 text-sm text-text-quiet">
        {KEY.map(([word, tone]) => (
          <li key={word} className="flex items-center gap-2">
            <i aria-hidden="true" className={`h-2 w-5 print:[print-color-adjust:exact] ${tone}`} />
            {visit(word)}
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-prose text-pretty text-sm text-text-quiet">{t('overAbout')}</p>
      <Pages
        back={offset > 0 ? { href: changed(query, {}), label: t('worst') } : null}
        next={next === null ? null : { href: changed(query, { cursor: next }), label: t('more') }}
      />
    </>
  );
}
