'use client';

import { useTranslations } from 'use-intl';
import { EmptyBoard } from '../screen/empty-board';
import { ClearFilters } from '../screen/filters';
import type { TableList } from '../screen/table-list';
import type { Shown } from './ready-choices';
import css from './side.module.css';

type EmptyProps = { shown: Shown; atAll: number; mine: TableList; showAll: () => void };

/**
 * Says why the list is empty: nothing is ready, or nothing of mine. `atAll` is the number of ready courses in the
 * branch.
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
    <div className={css.unpicked}>
      <p>
        {t('noTables')}
        <small>{t('noTablesHint')}</small>
      </p>
      <button type="button" onClick={pickTables}>
        {tables('pick')}
      </button>
    </div>
  );
}

/** Shown after sleep until there is fresh data; it must not show the time of the old board. */
export function WakingUp() {
  const t = useTranslations('ready');
  return (
    <p className={css.waking} role="status">
      {t('waking')}
      <small>{t('wakingHint')}</small>
    </p>
  );
}
