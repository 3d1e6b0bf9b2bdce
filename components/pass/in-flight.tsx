'use client';

import { useTranslations } from 'use-intl';
import { type PassRow, tableKey } from './arrange';
import css from './pass.module.css';
import { useInFlight } from './use-in-flight';

/** Number of courses cooking, on the pass, and late. */
export function InFlightCounts({ rows }: { rows: readonly PassRow[] }) {
  const words = useTranslations('pass');
  const { cooking, ready, late } = useInFlight(rows);
  const tables = new Set(rows.flatMap(({ place: { table } }) => (table ? tableKey(table) : []))).size;
  return (
    <ul className={css.counts} aria-label={words('inFlight')}>
      {tables > 0 && <li>{words('tables', { count: tables })}</li>}
      <li>{words('cooking', { count: cooking })}</li>
      <li data-count={ready > 0 ? 'ready' : undefined}>{words('ready', { count: ready })}</li>
      {late > 0 && <li data-count="late">{words('late', { count: late })}</li>}
    </ul>
  );
}
