'use client';

import { useTranslations } from 'use-intl';
import { tableKey } from '../../domain/order-table';
import type { PassRow } from './arrange';
import { useInFlight } from './use-in-flight';

/** A count that stands out. */
export const COUNT = 'rounded-[0.25em] px-4.5 font-bold not-italic';

/** Number of courses cooking and late ones of these, and of courses on the pass and those there for too long. */
export function InFlightCounts({ rows }: { rows: readonly PassRow[] }) {
  const t = useTranslations('pass');
  const { cooking, ready, late, tooLong } = useInFlight(rows);
  const tables = new Set(rows.flatMap(({ place: { table } }) => (table ? tableKey(table) : []))).size;
  return (
    <ul
      className="flex flex-wrap gap-x-9 gap-y-1.5 font-semibold text-[max(1.15em,var(--least))] tabular-nums font-stretch-85%"
      aria-label={t('inFlight')}
    >
      {tables > 0 && <li>{t('tables', { count: tables })}</li>}
      <li>{t('cooking', { count: cooking })}</li>
      {late > 0 && <li className={`${COUNT} on-late`}>{t('late', { count: late })}</li>}
      <li className={ready > 0 ? `${COUNT} on-ready-badge` : undefined}>{t('ready', { count: ready })}</li>
      {tooLong > 0 && <li className={`${COUNT} on-late`}>{t('tooLong', { count: tooLong })}</li>}
    </ul>
  );
}
