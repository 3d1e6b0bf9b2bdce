'use client';

import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../contract/live';
import { listenTo } from '../browser';
import { localDevice } from '../device-storage';
import type { BoardState } from '../live/board-state';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { useFreshness } from '../live/use-age';
import type { Chosen } from '../screen/chosen';
import { EmptySince } from '../screen/empty-since';
import { Identify } from '../screen/identify';
import { PracticeStrip, useHasStrip } from '../screen/practice-strip';
import { useNewBuild } from '../screen/use-new-build';
import { usePainted } from '../screen/use-painted';
import { isDue } from '../ticket/urgency';
import { useActionState } from '../ticket-actions/ticket-actions-context';
import { type Arranged, arrange, countLeft } from './arrange';
import { Bar } from './bar';
import { Cards, Lane, More } from './cards';
import { useEarlyKey } from './control/use-early-key';
import { createSeenChanges, type SeenChanges } from './seen-changes';
import { useWallLayout, type WallLayout } from './use-wall-layout';
import type { WallOptions } from './wall-options';

type LazyWallParts = typeof import('./wall.lazy');

/** Time after which the slowest device has painted its first cards. */
const SOON_MS = 5_000;

const EMPTY = 'grid place-content-center gap-3 p-10 text-center text-[1.25em] tabular-nums';

type EmptyProps = {
  arranged: Arranged;
  options: WallOptions;
  /** Lists the filters and clears them; empty until that part has loaded. */
  clear: ReactNode;
};

type Common = { parts: LazyWallParts; chosen: Chosen<WallOptions> };

type DialogsProps = Common & { open: 'menu' | 'recall' | null; close: () => void };

type OnCardsProps = Common & {
  ground: RefObject<HTMLElement | null>;
  openRecall: () => void;
  turn: (pages: number) => void;
  early: KeyboardEvent | null;
  /** The place of every card. */
  places: string;
};

type WallDialogs = {
  open: 'menu' | 'recall' | null;
  openMenu: () => void;
  openRecall: () => void;
  close: () => void;
  /** The parts that load later, the dialogs among them; null until they are there. */
  lazy: LazyWallParts | null;
  /** A part that the user asked for could not be loaded. */
  hasFailed: boolean;
  /** The key that was pressed before the control of the wall had loaded. */
  early: KeyboardEvent | null;
};

const NO_TABLES: ReadonlyMap<string, Table> = new Map();

type Props = { chosen: Chosen<WallOptions> };

/** The bar and the cards, laid out for this screen. */
export function WallBoard({ chosen }: Props) {
  const { options, ignored } = chosen;
  const board = useLive((view) => view.board);
  const changed = useLive((view) => view.changed);
  const hasStrip = useHasStrip();
  const { level, cause } = useFreshness();
  const { open, openMenu, openRecall, close, lazy, hasFailed, early } = useWallDialogs(options);
  const [turned, turn] = useTurns(options.autoPage);
  const [seen] = useState(() => createSeenChanges(localDevice));
  const ground = useRef<HTMLElement>(null);
  const arranged = useArranged(board, options);
  const layout = useWallLayout(arranged, options, turned);
  const { pages, pageCount, isEmpty, isPaged } = layout;
  // The next rush begins with the first page.
  if (!isPaged && turned > 0) turn(-turned);
  usePainted(ground, changed);
  useNewBuild(level === 'live');

  return (
    <main
      ref={ground}
      className="@container/wall fixed inset-0 grid select-none grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] data-strip:grid-rows-[auto_auto_minmax(0,1fr)_auto] overflow-hidden text-(length:--size) leading-[1.15] font-stretch-88% on-ground"
      data-level={level}
      data-strip={hasStrip || undefined}
      data-look={layout.look}
      data-theme={options.theme}
      data-palette={options.palette}
      style={layout.sizes}
    >
      <PracticeStrip />
      <Bar
        level={level}
        cause={cause}
        arranged={arranged}
        page={pageCount > 1 ? `${(turned % pageCount) + 1}/${pageCount}` : null}
        ignored={ignored}
        gaps={lazy && <lazy.GapNotice />}
        notice={lazy && open !== 'recall' && <lazy.UndoBar />}
        sound={lazy && <lazy.BarExtras search={chosen.search} />}
        hasFailed={hasFailed}
        openRecall={openRecall}
        openMenu={openMenu}
      />
      {board !== null && isEmpty && (
        <Empty arranged={arranged} options={options} clear={lazy && <lazy.ClearWallFilters chosen={chosen} />} />
      )}
      {!isEmpty && <Pages layout={layout} options={options} seen={seen} />}
      <Identify />
      {isPaged && <More hidden={pages.flatMap(({ more }) => more)} turn={turn} />}
      {lazy && (
        <>
          <Dialogs parts={lazy} chosen={chosen} open={open} close={close} />
          <OnCards
            parts={lazy}
            chosen={chosen}
            ground={ground}
            openRecall={openRecall}
            turn={turn}
            early={early}
            places={layout.places}
          />
        </>
      )}
    </main>
  );
}

/** The cards of the current page, in one grid or in two lanes. */
function Pages({ layout, options, seen }: { layout: WallLayout; options: WallOptions; seen: SeenChanges }) {
  const usualWait = useLive((view) => view.usualWait);
  const cards = layout.pages.map(({ ids }, lane) => (
    <Cards
      // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
      key={lane}
      ids={ids}
      clock={options.clock}
      usualWait={usualWait}
      seen={seen}
      look={layout.look}
      columns={layout.columns[lane] ?? 1}
      rows={layout.rows}
    />
  ));
  if (options.layout !== 'lanes') return cards;
  return (
    <div className="grid min-h-0 grid-cols-(--lanes) grid-rows-[minmax(0,1fr)]">
      <Lane name="cookingLane">{cards[0]}</Lane>
      <Lane name="ready">{cards[1]}</Lane>
    </div>
  );
}

/** Number of page turns, by hand or `everySeconds` after the last touch or key: a page that somebody uses stays. */
function useTurns(everySeconds: number): [number, (pages: number) => void] {
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    if (everySeconds === 0) return;
    const start = () => setInterval(() => setTurned((times) => times + 1), everySeconds * 1000);
    let timer = start();
    const stopListening = listenTo(window, ['pointerdown', 'keydown'], () => {
      clearInterval(timer);
      timer = start();
    });
    return () => {
      stopListening();
      clearInterval(timer);
    };
  }, [everySeconds]);
  const turn = useCallback((pages: number) => setTurned((times) => Math.max(0, times + pages)), []);
  return [turned, turn];
}

/** The sorted cards of this wall; a new object only if the board changed or a ready card left. */
function useArranged(board: BoardState | null, options: WallOptions): Arranged {
  const store = useLiveStore();
  const screen = useLive((view) => view.screen?.id ?? null);
  const readyLeavesMinutes = useLive((view) => view.readyLeavesMinutes);
  const readyLeavesMs = readyLeavesMinutes === null ? null : readyLeavesMinutes * 60_000;
  // Most sort orders do not use tables, so a change of tables must not sort again.
  const tables = (byTable(options.sort) && board?.tables) || NO_TABLES;
  const by = { options, screen, readyLeavesMs, tables };
  const left = useAtNow((now) => (board ? countLeft(board.tickets.values(), by, now) : 0), 0);
  const tickets = board?.tickets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `by` by its parts; when one more has left, the time decides which
  return useMemo(() => {
    const now = store.branchNow();
    return arrange(now === null || !tickets ? [] : tickets.values(), by, now ?? 0);
  }, [tickets, options, screen, readyLeavesMs, tables, left]);
}

function byTable(sort: WallOptions['sort']): boolean {
  return sort === 'food' || sort === 'first';
}

/** Which dialog of the wall is open, and the parts that load later. */
function useWallDialogs({ sound }: WallOptions): WallDialogs {
  const [open, setOpen] = useState<'menu' | 'recall' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const openRecall = useCallback(() => setOpen('recall'), []);
  const openMenu = useCallback(() => setOpen('menu'), []);
  const hasTapped = useActionState(({ notice }) => (notice === null ? 0 : 1)) === 1;
  const early = useEarlyKey();
  const isWanted = hasTapped || open !== null || sound === 'on' || early !== null;
  const isLinked = useLive(({ link }) => link.kind === 'socket' || link.kind === 'http');
  const { parts: lazy, hasFailed } = useLazyParts(isWanted, isLinked);
  // Cancel the pending dialog if its chunk fails to load: it must not open by itself minutes later.
  useEffect(() => {
    if (hasFailed) setOpen(null);
  }, [hasFailed]);
  return { open, openMenu, openRecall, close, lazy, hasFailed, early };
}

/** What a change of the board does not concern. */
const Dialogs = memo(function Dialogs({ parts, chosen, open, close }: DialogsProps) {
  return (
    <>
      <parts.WallMenu chosen={chosen} isOpen={open === 'menu'} close={close} />
      <parts.Recall options={chosen.options} isOpen={open === 'recall'} close={close} />
      <parts.PlayWallSounds options={chosen.options} />
    </>
  );
});

/** What works on the cards, and runs again only when a card comes, leaves or moves. */
const OnCards = memo(function OnCards({ parts, chosen, ground, openRecall, turn, early, places }: OnCardsProps) {
  return (
    <>
      <parts.KeptFocus ground={ground} />
      <parts.Control ground={ground} chosen={chosen} openRecall={openRecall} turn={turn} early={early} />
      <parts.Slides ground={ground} places={places} />
    </>
  );
});

/** An empty board says that it is empty and live, so that it does not look frozen. */
function Empty({ arranged: { hidden, left }, options: { tables, courses, kind }, clear }: EmptyProps) {
  const t = useTranslations('wall');
  const board = useLive((view) => view.board);
  const isFiltered = tables.length > 0 || courses.length > 0 || kind !== null;
  const isAllHidden = hidden.length > 0;
  const hasOthers = board !== null && [...board.tickets.values()].some(isDue);
  if (isFiltered && !isAllHidden && hasOthers)
    return (
      <div className={EMPTY}>
        <p>{t('nothingShown')}</p>
        {clear}
      </div>
    );
  return (
    <p className={EMPTY}>
      <span>
        {t(isAllHidden ? 'allHidden' : 'empty')} · <EmptySince />
      </span>
      <small className="text-[0.72em] text-quiet">
        {left > 0 && !isAllHidden ? t('leftCount', { count: left }) : t(isAllHidden ? 'allHiddenHint' : 'emptyHint')}
      </small>
    </p>
  );
}

/**
 * Loads the parts that a wall does not need at first: on demand, and otherwise as soon as the cards are painted, so
 * that they are present when the network is down. Nothing is requested without a link to the server, because another
 * host might answer. Failed loads are repeated; `hasFailed` is true if the user asked for a part that failed.
 */
function useLazyParts(
  isWanted: boolean,
  isLinked: boolean,
): {
  parts: LazyWallParts | null;
  hasFailed: boolean;
} {
  const [parts, setParts] = useState<LazyWallParts | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (parts) return;
    if (!isLinked) {
      setFailed(isWanted);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const fetchIn = (ms: number) => {
      timer = setTimeout(() => import('./wall.lazy').then(come, fail), ms);
    };
    const come = (fetched: LazyWallParts) => {
      if (isGone) return;
      setParts(fetched);
      setFailed(false);
    };
    const fail = () => {
      if (isGone) return;
      setFailed(isWanted);
      fetchIn(SOON_MS);
    };
    if (isWanted) setFailed(false);
    fetchIn(isWanted ? 0 : SOON_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [parts, isWanted, isLinked]);
  return { parts, hasFailed };
}
