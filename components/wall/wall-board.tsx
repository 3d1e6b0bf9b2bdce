'use client';

import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Table, Ticket } from '../../contract/live';
import { localDevice } from '../device-storage';
import type { BoardState } from '../live/board-state';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { useFreshness } from '../live/use-age';
import type { Chosen } from '../screen/chosen';
import { Identify } from '../screen/identify';
import { PracticeStrip, stripHeight } from '../screen/practice-strip';
import { useNewBuild } from '../screen/use-new-build';
import { usePainted } from '../screen/use-painted';
import { useWindowSize } from '../screen/use-window-size';
import { isLateInTheMaking } from '../ticket/urgency';
import { useActionState } from '../ticket-actions/ticket-actions-context';
import { type Arranged, arrange, countLeft, type Page, pageOf } from './arrange';
import { Bar } from './bar';
import { Cards, Lane, More } from './cards';
import { useEarlyKey } from './control/use-early-key';
import { type Layout, layoutOf } from './density';
import { Empty } from './empty';
import { Dialogs, OnCards } from './lazy-parts';
import { createSeenChanges } from './seen-changes';
import { touchSize, usualDistance } from './type-scale';
import { useLazyParts } from './use-lazy-parts';
import { useTurns } from './use-turns';
import type { WallOptions } from './wall-options';

type Props = { chosen: Chosen<WallOptions> };

const NOTHING: Arranged = { cooking: [], ready: [], left: 0, hidden: [], presumed: 0 };
/** Of the plain text: a capital of 14 arc-minutes, and of 20 for tables, timers and courses (density.ts). */
const LEAST = 0.74;
const MAIN = 1.06;
const NO_TABLES: ReadonlyMap<string, Table> = new Map();

/** The bar and the cards, laid out for this screen. */
export function WallBoard({ chosen }: Props) {
  const { options, ignored } = chosen;
  const board = useLive((view) => view.board);
  const changed = useLive((view) => view.changed);
  const { level, cause } = useFreshness();
  const hungryAfter = useLive((view) => view.hungryAfter);
  const [open, setOpen] = useState<'menu' | 'recall' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const openRecall = useCallback(() => setOpen('recall'), []);
  const openMenu = useCallback(() => setOpen('menu'), []);
  const hasTapped = useActionState(({ notice }) => (notice === null ? 0 : 1)) === 1;
  const early = useEarlyKey();
  const isWanted = hasTapped || open !== null || options.sound === 'on' || early !== null;
  const isLinked = useLive(({ link }) => link.kind === 'socket' || link.kind === 'http');
  const { parts: lazy, hasFailed } = useLazyParts(isWanted, isLinked);
  // Cancel the pending dialog if its chunk fails to load: it must not open by itself minutes later.
  useEffect(() => {
    if (hasFailed) setOpen(null);
  }, [hasFailed]);
  const [seen] = useState(() => createSeenChanges(localDevice));
  const [turned, turn] = useTurns(options.autoPage);
  const ground = useRef<HTMLElement>(null);
  const arranged = useArranged(board, options);
  usePainted(ground, changed);
  useNewBuild(level === 'live');

  const { diagonal, distance, zoom, columns, density } = options;
  const strip = useLive(({ practice }) => practice !== null) ? stripHeight : () => 0;
  const { width, height } = useWindowSize();
  const viewing = {
    width,
    height: height - strip(height),
    diagonal,
    distance: distance ?? usualDistance(diagonal),
    zoom,
  };
  const inLanes = options.layout === 'lanes';
  const { cooking, ready } = arranged;
  const lanes = useMemo(() => (inLanes ? [cooking, ready] : [[...cooking, ...ready]]), [inLanes, cooking, ready]);
  const counts = lanes.map((tickets) => tickets.length);
  const layout = layoutOf(viewing, { columns, isDense: density === 'dense' }, counts);
  const pages = usePages(lanes, layout, turned);
  const pageCount = Math.max(...pages.map((page) => page.pages));
  const cards = pages.map(({ shown }, lane) => (
    <Cards
      // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
      key={lane}
      ids={idsOf(shown)}
      clock={options.clock}
      hungryAfter={hungryAfter}
      seen={seen}
      look={layout.look}
      columns={layout.columns[lane] ?? 1}
      rows={layout.rows}
    />
  ));
  const places = [...layout.columns, layout.rows, options.layout, ...pages.map(({ shown }) => idsOf(shown))].join('|');
  const isEmpty = counts.every((count) => count === 0);
  const sizes = {
    '--size': `${layout.size}px`,
    '--least': `${layout.size * LEAST}px`,
    '--main': `${layout.size * MAIN}px`,
    '--touch': `${touchSize(viewing)}px`,
    '--lanes': layout.columns.map((across) => `minmax(0, ${across}fr)`).join(' '),
  };

  return (
    <main
      ref={ground}
      className="@container/wall fixed inset-0 grid select-none grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] has-[>[data-practice]]:grid-rows-[auto_auto_minmax(0,1fr)_auto] overflow-hidden text-(length:--size) leading-[1.15] font-stretch-88% on-ground"
      data-level={level}
      data-look={layout.look}
      data-theme={options.theme}
      data-palette={options.palette}
      style={sizes as CSSProperties}
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
      {!isEmpty &&
        (inLanes ? (
          <div className="grid min-h-0 grid-cols-(--lanes) grid-rows-[minmax(0,1fr)]">
            <Lane name="cookingLane">{cards[0]}</Lane>
            <Lane name="ready">{cards[1]}</Lane>
          </div>
        ) : (
          cards
        ))}
      <Identify />
      {layout.isPaged && <More hidden={pages.flatMap(({ more }) => more)} turn={turn} />}
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
            places={places}
          />
        </>
      )}
    </main>
  );
}

function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}

/** The current page of each lane; a card that becomes late moves to every page. */
function usePages(
  lanes: readonly (readonly Ticket[])[],
  { columns, rows, isPaged }: Layout,
  turned: number,
): Page<Ticket>[] {
  const late = useAtNow((now) => {
    const jumping = isPaged ? lanes.flat().filter((ticket) => isLateInTheMaking(ticket, now)) : [];
    return idsOf(jumping);
  }, '').split(' ');
  return lanes.map((tickets, lane) =>
    pageOf(tickets, (columns[lane] ?? 1) * rows, turned, ({ id }) => late.includes(id)),
  );
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
    return now === null || !tickets ? NOTHING : arrange(tickets.values(), by, now);
  }, [tickets, options, screen, readyLeavesMs, tables, left]);
}

function byTable(sort: WallOptions['sort']): boolean {
  return sort === 'food' || sort === 'first';
}
