'use client';

import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { tableKey } from '../../domain/order-table';
import { useLive } from '../live/live-context';
import { ClearFilters, EmptyBoard } from '../screen/empty-board';
import { ScreenFrame } from '../screen/frame';
import { TablesField, TextField } from '../screen/menu';
import { Screen, type ScreenProps } from '../screen/screen';
import type { Chosen } from '../screen/screen-options';
import { arrange, countTables, isTaken, type Seat } from './seats';
import { SHOWN, SORTS, TABLES_OPTIONS, type TablesOptions } from './tables-options';
import { Tile } from './tile';
import { VisitsDialog } from './visits-dialog';

/** The board of tables. */
export function TablesScreen(props: ScreenProps) {
  return (
    <Screen {...props} urlOptions={TABLES_OPTIONS}>
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

const MEMBER = 'openTable';

/** The `tableKey` of the table whose visits are open, and a function to open those of a table. */
type OpenTable = { openKey: string | null; open: (key: string) => void; close: () => void };

/** Opening a visit adds a history entry, so that the back button closes it and stays on this page. */
function useOpenTable(): OpenTable {
  const [openKey, setOpenKey] = useState<string | null>(null);
  /** The key of a table that was opened while a step back was pending, which would close it. */
  const next = useRef<string | null>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    const step = ({ state }: PopStateEvent) => {
      isLeaving.current = false;
      if (next.current === null) setOpenKey(keyIn(state));
      else window.history.pushState({ [MEMBER]: next.current }, '');
      next.current = null;
    };
    window.addEventListener('popstate', step);
    return () => window.removeEventListener('popstate', step);
  }, []);
  const open = useCallback((wanted: string) => {
    if (isLeaving.current) next.current = wanted;
    else window.history.pushState({ [MEMBER]: wanted }, '');
    setOpenKey(wanted);
  }, []);
  const close = useCallback(() => {
    setOpenKey(null);
    if (isLeaving.current) next.current = null;
    else if (keyIn(window.history.state) !== null) {
      isLeaving.current = true;
      window.history.back();
    }
  }, []);
  return { openKey, open, close };
}

function keyIn(state: unknown): string | null {
  const key = (state as { [MEMBER]?: unknown } | null)?.[MEMBER];
  return typeof key === 'string' ? key : null;
}

type Props = { chosen: Chosen<TablesOptions> };

/** Which tables are shown, with their counts, and in which order. */
function Controls({ chosen }: Props) {
  const t = useTranslations('tables');
  const tables = useLive((view) => view.board?.tables);
  const counts = countTables(tables?.values() ?? [], chosen.options);
  return (
    <div className="flex items-center justify-between gap-5">
      {/* biome-ignore lint/a11y/useSemanticElements: some browsers cannot lay out a fieldset in a line */}
      <div role="group" aria-label={t('show')} className="flex flex-none gap-3">
        {SHOWN.map((show) => (
          <button
            key={show}
            type="button"
            className="min-h-[48px] min-w-[48px] rounded-[0.6em] px-7 font-semibold text-quiet max-handheld:px-4 aria-pressed:font-bold aria-pressed:inverse"
            aria-pressed={chosen.options.show === show}
            onClick={() => chosen.choose({ show })}
          >
            {t(show)} <b className="tabular-nums">{counts[show]}</b>
          </button>
        ))}
      </div>
      <select
        className="min-h-[48px] min-w-0 rounded-[0.6em] border border-(--quiet) px-6 max-handheld:px-2 max-handheld:font-stretch-85% font-semibold on-sheet"
        aria-label={t('sort')}
        value={chosen.options.sort}
        onChange={(event) => chosen.type('sort', event.target.value)}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sorts.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Options that are set once, for the user of this screen. */
function OwnFields({ chosen }: Props) {
  const t = useTranslations('tables');
  return (
    <>
      <TablesField chosen={chosen} />
      <TextField chosen={chosen} name="mine" label={t('ownTables')} hint={t('ownTablesHint')} />
    </>
  );
}
