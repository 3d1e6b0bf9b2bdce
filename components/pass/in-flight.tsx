'use client';

import { useTranslations } from 'use-intl';
import { useSeenAtNow } from '../live/live-context';
import type { PassRow } from './arrange';
import { type InFlight, inFlightAt } from './course-state';
import css from './pass.module.css';

const NOTHING: InFlight = { cooking: 0, ready: 0, late: 0 };

/** What is in the making, what stands on the pass, and what of both is late. */
export function InFlightCounts({ rows }: { rows: readonly PassRow[] }) {
  const words = useTranslations('pass');
  const { cooking, ready, late } = useSeenAtNow(
    (now) =>
      inFlightAt(
        rows.flatMap(({ courses }) => courses),
        now,
      ),
    NOTHING,
  );
  return (
    <ul className={css.counts} aria-label={words('inFlight')}>
      <li>{words('tables', { count: rows.length })}</li>
      <li>{words('cooking', { count: cooking })}</li>
      <li data-count={ready > 0 ? 'ready' : undefined}>{words('ready', { count: ready })}</li>
      {late > 0 && <li data-count="late">{words('late', { count: late })}</li>}
    </ul>
  );
}
