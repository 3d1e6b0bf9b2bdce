'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../contract/live';
import { listenTo } from '../browser';
import { localDevice } from '../device-storage';
import type { BoardState } from '../live/board-state';
import { useAtNow, useFreshness, useLive, useLiveStore } from '../live/live-context';
import { ClearFilters, EmptySince } from '../screen/empty-board';
import { Identify } from '../screen/frame';
import { useKeptFocus, useSlides } from '../screen/moving-elements';
import { PracticeStrip, useHasStrip } from '../screen/news';
import { useNewBuild } from '../screen/reload';
import { Screen, type ScreenProps } from '../screen/screen';
import type { Chosen } from '../screen/screen-options';
import { usePainted } from '../screen/use-painted';
import { BoardSounds } from '../sound/board-sounds';
import { isDue } from '../ticket/ticket-state';
import { Bar, BarExtras, InFlight } from './bar';
import { Cards, Lane, More } from './cards';
import { createSeenChanges, type SeenChanges } from './changes';
import { Control } from './control';
import { Foot } from './foot';
import { Recall } from './recall';
import { useWallLayout, type WallLayout } from './wall-layout';
import { WallMenu } from './wall-menu';
import { WALL_OPTIONS, type WallOptions } from './wall-options';
import { wallSoundRules } from './wall-sounds';
import { type Arranged, arrange, countLeft } from './wall-tickets';

type Props = { chosen: Chosen<WallOptions> };

/** The bar and the cards, laid out for this screen. */
function WallBoard({ chosen }: Props) {
  const { options, ignored } = chosen;
  const board = useLive((view) => view.board);
  const changed = useLive((view) => view.changed);
  const hasStrip = useHasStrip();
  const { level, cause } = useFreshness();
  const [open, setOpen] = useState<'menu' | 'recall' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const openRecall = useCallback(() => setOpen('recall'), []);
  const [turned, turn] = useTurns(options.autoPage);
  const [seen] = useState(() => createSeenChanges(localDevice));
  const ground = useRef<HTMLElement>(null);
  const arranged = useArranged(board, options);
  const layout = useWallLayout(arranged, options, turned);
  const { pages, pageCount, isEmpty, isPaged } = layout;
  // The next rush begins with the first page.
  if (!isPaged && turned > 0) turn(-turned);
  useKeptFocus(ground, '[data-ticket] button');
  useSlides(ground, layout.places);
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
        isNarrow={layout.isNarrow}
        page={pageCount > 1 ? `${(turned % pageCount) + 1}/${pageCount}` : null}
        sound={<BarExtras search={chosen.search} />}
        openRecall={openRecall}
        openMenu={() => setOpen('menu')}
      />
      {board !== null && isEmpty && <Empty arranged={arranged} chosen={chosen} />}
      {!isEmpty && <Pages layout={layout} options={options} seen={seen} />}
      <Identify />
      <Foot
        ignored={ignored}
        isRecallOpen={open === 'recall'}
        inFlight={layout.isNarrow && (level === 'live' || level === 'waiting') && <InFlight arranged={arranged} />}
        more={isPaged && <More hidden={pages.flatMap(({ more }) => more)} turn={turn} />}
      />
      <WallMenu chosen={chosen} isOpen={open === 'menu'} close={close} />
      <Recall options={options} isOpen={open === 'recall'} close={close} />
      <Sounds options={options} />
      <Control ground={ground} chosen={chosen} openRecall={openRecall} turn={turn} places={layout.places} />
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

const BACK_AFTER_SECONDS = 60;

/**
 * Number of page turns, by hand or `everySeconds` after the last touch or key: a page that somebody uses stays. A wall
 * that does not turn by itself goes back to the first page after a minute.
 */
function useTurns(everySeconds: number): [number, (pages: number) => void] {
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    const next = (times: number) => (everySeconds === 0 ? 0 : times + 1);
    const start = () => setInterval(() => setTurned(next), (everySeconds || BACK_AFTER_SECONDS) * 1000);
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

const NO_TABLES: ReadonlyMap<string, Table> = new Map();

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

/** Plays the sounds of the tickets that this wall shows. */
function Sounds({ options }: { options: WallOptions }) {
  const screen = useLive((view) => view.screen?.id ?? null);
  const rules = useMemo(() => wallSoundRules(options, screen), [options, screen]);
  return <BoardSounds rules={rules} />;
}

const EMPTY = 'grid place-content-center gap-3 p-10 text-center text-[1.25em] tabular-nums';

/** An empty board says that it is empty and live, so that it does not look frozen. */
function Empty({ arranged: { hidden, left }, chosen }: Props & { arranged: Arranged }) {
  const t = useTranslations('wall');
  const { tables, courses, kind } = chosen.options;
  const clear = () => chosen.choose({ tables: [], courses: [], kind: null });
  const board = useLive((view) => view.board);
  const isFiltered = tables.length > 0 || courses.length > 0 || kind !== null;
  const isAllHidden = hidden.length > 0;
  const hasOthers = board !== null && [...board.tickets.values()].some(isDue);
  if (isFiltered && !isAllHidden && hasOthers)
    return (
      <div className={EMPTY}>
        <p>{t('nothingShown')}</p>
        <ClearFilters tables={tables} courses={courses} kind={kind} clear={clear} />
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

/** The kitchen wall. */
export function Wall(props: ScreenProps) {
  return (
    <Screen {...props} urlOptions={WALL_OPTIONS}>
      {(chosen) => <WallBoard chosen={chosen} />}
    </Screen>
  );
}
