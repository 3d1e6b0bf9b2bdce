'use client';

import { useTranslations } from 'use-intl';
import { type PassRow, tableKey } from './arrange';
import css from './pass.module.css';
import { useInFlight } from './use-in-flight';

/** Number of courses cooking, on the pass, and late. */
export function InFlightCounts({ rows }: { rows: readonly PassRow[] }) {
  const t = useTranslations('pass');
  const { cooking, ready, late } = useInFlight(rows);
  const tables = new Set(rows.flatMap(({ place: { table } }) => (table ? tableKey(table) : []))).size;
  return (
    <ul className={css.counts} aria-label={t('inFlight')}>
      {tables > 0 && <li>{t('tables', { count: tables })}</li>}
      <li>{t('cooking', { count: cooking })}</li>
      <li data-count={ready > 0 ? 'ready' : undefined}>{t('ready', { count: ready })}</li>
      {late > 0 && <li data-count="late">{t('late', { count: late })}</li>}
    </ul>
  );
}
