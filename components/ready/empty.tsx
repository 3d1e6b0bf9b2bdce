'use client';

import { useTranslations } from 'use-intl';
import { EmptyBoard } from '../screen/empty-board';
import { ClearFilters } from '../screen/filters';
import type { TableList } from '../screen/table-list';
import type { Shown } from './ready-options';

const TEXT = 'grid gap-3 text-balance p-10 text-center text-[1.25em]';
const HINT = 'text-[0.8em] text-quiet';

type EmptyProps = { shown: Shown; atAll: number; mine: TableList; showAll: () => void };

/**
 * Says why the list is empty: nothing is ready, or nothing of mine. `atAll` is the number of rows in the full list.
 */
export function Empty({ shown, atAll, mine, showAll }: EmptyProps) {
  const t = useTranslations('ready');
  if (shown === 'all') return <EmptyBoard hint={t('emptyHint')}>{t('empty')}</EmptyBoard>;
  return (
    <EmptyBoard hint={t('noneOfMineHint', { count: atAll })} action={<ClearFilters tables={mine} clear={showAll} />}>
      {t('noneOfMine')}
    </EmptyBoard>
  );
}

/** Shown while no tables are chosen. */
export function Unpicked({ pickTables }: { pickTables: () => void }) {
  const t = useTranslations('ready');
  const tables = useTranslations('myTables');
  return (
    <div className="grid justify-items-center gap-5 py-20">
      <p className={TEXT}>
        {t('noTables')}
        <small className={HINT}>{t('noTablesHint')}</small>
      </p>
      <button
        type="button"
        className="min-h-[max(56px,3em)] rounded-[0.6em] px-16 font-bold inverse"
        onClick={pickTables}
      >
        {tables('pick')}
      </button>
    </div>
  );
}

/** Shown after sleep until there is fresh data; it must not show the time of the old board. */
export function WakingUp() {
  const t = useTranslations('ready');
  return (
    <p className={`${TEXT} min-h-[60dvh] place-content-center`} role="status">
      {t('waking')}
      <small className={HINT}>{t('wakingHint')}</small>
    </p>
  );
}
