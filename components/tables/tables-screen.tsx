'use client';

import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { useAtNow, useLive, useLiveStore, useTimeZone } from '../live/live-context';
import { ClearFilters, EmptyBoard } from '../screen/empty-board';
import { ScreenFrame } from '../screen/frame';
import { TablesField, TextField, useDialog } from '../screen/menu';
import { TroubleInDialog } from '../screen/news';
import { Screen, type ScreenProps } from '../screen/screen';
import type { Chosen } from '../screen/screen-options';
import { useTableName } from '../ticket/ticket-names';
import { VisitPart } from '../visit-timeline/visit-part';
import { visitsOf } from '../visit-timeline/visits';
import { arrange, countTables, isTaken, type Seat } from './seats';
import { SHOWN, SORTS, TABLES_OPTIONS, type TablesOptions } from './tables-options';
import { Tile } from './tile';

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

/** Dialog with the visits of a table; `tableKey` is `12/1`, or null while the dialog is closed. */
function VisitsDialog({ tableKey, close }: { tableKey: string | null; close: () => void }) {
  const t = useTranslations('visits');
  const title = useId();
  const isOpen = tableKey !== null;
  const dialog = useDialog(isOpen);
  const [number = '', subNumber = ''] = tableKey?.split('/') ?? [];
  const tableName = useTableName()({ number, subNumber });
  return (
    <dialog
      ref={dialog}
      className="max-h-[92dvh] w-[min(66rem,94vw)] grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] rounded-[1em] leading-[1.4] open:grid max-[40rem]:h-dvh max-[40rem]:max-h-none max-[40rem]:w-screen max-[40rem]:max-w-none max-[40rem]:rounded-none"
      onClose={close}
      aria-labelledby={title}
    >
      {isOpen && (
        <>
          <h2 id={title} className="px-10 pt-7 pb-2 font-[750] text-[1.5em] leading-[1.2] font-stretch-90%">
            {tableName}
          </h2>
          <Visits number={number} subNumber={subNumber} label={tableName} />
          <button
            type="button"
            className="ms-auto me-15 mt-7.5 mb-12.5 min-h-[3em] min-w-[8em] rounded-[0.6em] font-bold inverse"
            onClick={close}
          >
            {t('close')}
          </button>
        </>
      )}
    </dialog>
  );
}

const COLOURS = { cooking: 'inverse', waiting: 'on-ready-badge', late: 'border-2 border-text on-late' };

/** Interval at which the bars of open courses grow. */
const GROWS_EVERY_MS = 10_000;

function Visits({ number, subNumber, label }: { number: string; subNumber: string; label: string }) {
  const t = useTranslations('visits');
  const { courses, problem, retry } = useVisits(number, subNumber);
  const now = useAtNow((at) => Math.floor(at / GROWS_EVERY_MS) * GROWS_EVERY_MS, 0);
  const timeZone = useTimeZone();
  const visits = courses ? visitsOf(courses, now) : [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className="min-h-[10em] overflow-auto overscroll-contain px-15 pt-2 pb-10" aria-label={label} tabIndex={0}>
      {problem === null && <TroubleInDialog />}
      {problem !== null && (
        <p
          className="mb-10 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-[0.6em] py-6 pr-6 pl-10 font-semibold inverse"
          role="alert"
        >
          <span>
            {t(`problems.${problem}`)}
            {problem === 'unreachable' && courses !== null && ` ${t('old')}`}
          </span>
          {problem === 'unreachable' && (
            <button type="button" className="min-h-[48px] rounded-[0.45em] px-10 font-bold on-sheet" onClick={retry}>
              {t('again')}
            </button>
          )}
        </p>
      )}
      {courses === null && problem === null && (
        <p className="py-20 text-center text-[1.1em]" role="status">
          {t('loading')}
        </p>
      )}
      {courses !== null && visits.length === 0 && <p className="py-20 text-center text-[1.1em]">{t('empty')}</p>}
      {visits.map((visit) => (
        <VisitPart key={visit.id} visit={visit} now={now} timeZone={timeZone} colours={COLOURS} />
      ))}
    </section>
  );
}

/** `unreachable` may be retried. */
type VisitsProblem = 'unreachable' | 'refused' | 'gone';

type VisitsState = {
  /** Null before the first answer; the last good one if a later request failed. */
  courses: Ticket[] | null;
  problem: VisitsProblem | null;
  retry: () => void;
};

/** The courses of a table's visits, fetched again when the table changes, but not for every change of the branch. */
function useVisits(number: string, subNumber: string): VisitsState {
  const branch = useLive((view) => view.board?.branch.number ?? null);
  const epoch = useLive((view) => view.board?.epoch ?? null);
  const version = useLive((view) => view.board?.tables.get(tableKey({ number, subNumber }))?.version ?? null);
  const [tries, setTries] = useState(0);
  const [courses, setCourses] = useState<Ticket[] | null>(null);
  const [problem, setProblem] = useState<VisitsProblem | null>(null);
  const store = useLiveStore();
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const isBack = useLive(({ newsAt }) => problem === 'unreachable' && newsAt !== failedAt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version, epoch or attempt triggers the request
  useEffect(() => {
    if (branch === null) return;
    let isWanted = true;
    void visitsOverHttp({ branch, number, subNumber }).then((fetched) => {
      if (!isWanted) return;
      if ('courses' in fetched) setCourses(fetched.courses);
      setProblem('problem' in fetched ? fetched.problem : null);
      setFailedAt(store.view().newsAt);
    });
    return () => {
      isWanted = false;
    };
  }, [branch, number, subNumber, epoch, version, tries]);

  // An update after a failure means that the server answers again. The error stays until the request succeeds.
  useEffect(() => {
    if (isBack) setTries((times) => times + 1);
  }, [isBack]);

  const retry = useCallback(() => {
    setProblem(null);
    setTries((times) => times + 1);
  }, []);
  return { courses, problem, retry };
}

const ANSWER_WITHIN_MS = 5_000;

type FetchedVisits = { courses: Ticket[] } | { problem: VisitsProblem };

type VisitsAddress = { branch: number; number: string; subNumber: string };

/** Fetches every course of a table since the last cut-off, or since its guests' first one, with the page's cookie. Never rejects. */
async function visitsOverHttp({ branch, number, subNumber }: VisitsAddress): Promise<FetchedVisits> {
  const table = `${encodeURIComponent(number)}/${encodeURIComponent(subNumber)}`;
  try {
    const response = await fetch(`/api/v1/tables/${table}/evening?branch=${branch}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (response.status === 404) return { problem: 'gone' };
    if (response.status === 401 || response.status === 403) return { problem: 'refused' };
    if (!response.ok) return { problem: 'unreachable' };
    return (await response.json()) as { courses: Ticket[] };
  } catch {
    return { problem: 'unreachable' };
  }
}
