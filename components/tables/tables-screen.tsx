'use client';

import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { tableKey } from '../../domain/order-table';
import { tablesMessages } from '../../messages/areas/tables';
import { useLive } from '../live/live-context';
import type { Chosen } from '../screen/chosen';
import { EmptyBoard } from '../screen/empty-board';
import { ClearFilters } from '../screen/filters';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import { arrange, isTaken, type Seat } from './arrange';
import { Controls, OwnFields } from './controls';
import { TABLES_OPTIONS, type TablesOptions } from './tables-options';
import { Tile } from './tile';
import { useOpenTable } from './use-open-table';
import { VisitsDialog } from './visits/visits-dialog';

/**
 * The board of tables. `query` is the page's query and `languages` are the device's; the server renders with the same
 * values.
 */
export function TablesScreen({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} urlOptions={TABLES_OPTIONS} messages={tablesMessages}>
      {(chosen) => <Tables chosen={chosen} />}
    </Screen>
  );
}

function Tables({ chosen }: { chosen: Chosen<TablesOptions> }) {
  const t = useTranslations('tables');
  return (
    <ScreenFrame
      title={t('title')}
      page="tables"
      chosen={chosen}
      controls={<Controls chosen={chosen} />}
      menu={<OwnFields chosen={chosen} />}
    >
      <Tiles chosen={chosen} />
    </ScreenFrame>
  );
}

function Tiles({ chosen }: { chosen: Chosen<TablesOptions> }) {
  const { options } = chosen;
  const board = useLive((view) => view.board);
  const usualWait = useLive((view) => view.usualWait);
  const { openKey, open, close } = useOpenTable();
  const [tables, tickets] = [board?.tables, board?.tickets];
  const seats = useMemo(
    () => (tables && tickets ? arrange(tables.values(), tickets.values(), options) : []),
    [tables, tickets, options],
  );
  const t = useTranslations('tables');
  const freeTitle = useId();
  if (!board) return null;
  const [taken, free] = [seats.filter(({ table }) => isTaken(table)), seats.filter(({ table }) => !isTaken(table))];
  const tile = (seat: Seat) => (
    <Tile key={tableKey(seat.table)} seat={seat} usualWait={usualWait} timeZone={board.branch.timeZone} open={open} />
  );
  return (
    <>
      {seats.length === 0 && <Empty hidden={board.tables.size} chosen={chosen} />}
      {taken.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9.2em,46%),1fr))] gap-5.5">{taken.map(tile)}</ul>
      )}
      {free.length > 0 && (
        <section className="mt-10 flex items-baseline gap-x-9 gap-y-4" aria-labelledby={freeTitle}>
          <h2 id={freeTitle} className="flex-none font-[650]">
            {t('free', { count: free.length })}
          </h2>
          <ul className="flex min-w-0 flex-wrap gap-4">{free.map(tile)}</ul>
        </section>
      )}
      <VisitsDialog tableKey={openKey} close={close} />
    </>
  );
}

/** `hidden` is the number of tables that the filters exclude. */
function Empty({ hidden, chosen }: { hidden: number; chosen: Chosen<TablesOptions> }) {
  const t = useTranslations('tables');
  const { tables, show } = chosen.options;
  const clear = () => chosen.choose({ tables: [], show: 'all' });
  if (hidden > 0)
    return (
      <EmptyBoard
        hint={t('nothingShownHint', { count: hidden })}
        action={<ClearFilters tables={tables} isTakenOnly={show === 'taken'} clear={clear} />}
      >
        {t('nothingShown')}
      </EmptyBoard>
    );
  return <EmptyBoard hint={t('emptyHint')}>{t('empty')}</EmptyBoard>;
}
