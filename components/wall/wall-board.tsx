'use client';

import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { Ticket } from '../../domain/live-contract';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { useFreshness } from '../live/use-age';
import type { Chosen } from '../screen/chosen';
import { useNewBuild } from '../screen/use-new-build';
import { usePainted } from '../screen/use-painted';
import { type Arranged, arrange, countLeft } from './arrange';
import { Bar } from './bar';
import { Cards, Lane } from './cards';
import { Empty } from './empty';
import { gridOf, textSize } from './type-scale';
import { useSlides } from './use-slides';
import { useWindowSize } from './use-window-size';
import css from './wall.module.css';
import { WallMenu } from './wall-menu';
import type { WallOptions } from './wall-options';

type Props = { chosen: Chosen<WallOptions>; style: Record<`--${string}`, string> };

const NOTHING: Arranged = { cooking: [], ready: [], left: 0 };

/** The bar, and the cards as they fit the screen that this is. */
export function WallBoard({ chosen, style }: Props) {
  const { options, ignored } = chosen;
  const board = useLive((view) => view.board);
  const changed = useLive((view) => view.changed);
  const { level, cause } = useFreshness();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [turned, turn] = useTurns(options.autoPage);
  const ground = useRef<HTMLElement>(null);
  const arranged = useArranged(options);
  usePainted(ground, changed);
  useNewBuild(level === 'live');

  const viewing = { ...useWindowSize(), diagonal: options.diagonal, distance: options.distance, zoom: options.zoom };
  const { columns, rows } = gridOf(viewing, options.columns, options.density === 'dense');
  useSlides(ground, placesOf(arranged, [columns, rows, turned, options.layout]));
  const readyColumns = Math.max(1, Math.floor(columns / 3));
  const cookingColumns = Math.max(1, columns - readyColumns);
  const cards = (tickets: readonly Ticket[], across: number) => (
    <Cards
      tickets={tickets}
      tables={board?.tables ?? new Map()}
      columns={across}
      rows={rows}
      turned={turned}
      turn={turn}
    />
  );
  const all = useMemo(() => [...arranged.cooking, ...arranged.ready], [arranged]);
  const sizes = {
    '--size': `${textSize(viewing)}px`,
    '--cooking-columns': `${cookingColumns}fr`,
    '--ready-columns': `${readyColumns}fr`,
  };

  return (
    <main ref={ground} className={css.wall} data-level={level} style={{ ...style, ...sizes } as CSSProperties}>
      <Bar level={level} cause={cause} arranged={arranged} ignored={ignored} openMenu={() => setMenuOpen(true)} />
      {board !== null && all.length === 0 && <Empty />}
      {all.length > 0 && options.layout === 'grid' && cards(all, columns)}
      {all.length > 0 && options.layout === 'lanes' && (
        <div className={css.lanes}>
          <Lane title="cookingLane">{cards(arranged.cooking, cookingColumns)}</Lane>
          <Lane title="readyLane">{cards(arranged.ready, readyColumns)}</Lane>
        </div>
      )}
      <WallMenu chosen={chosen} isOpen={isMenuOpen} close={() => setMenuOpen(false)} />
    </main>
  );
}

/** The cards of this wall in order; another arrangement only when the board is another, or a ready card has left. */
function useArranged(options: WallOptions): Arranged {
  const store = useLiveStore();
  const board = useLive((view) => view.board);
  const readyLeavesMinutes = useLive((view) => view.readyLeavesMinutes);
  const leavesMs = readyLeavesMinutes === null ? null : readyLeavesMinutes * 60_000;
  const read = (now: number) => (board ? arrange(board.tickets.values(), options, now, leavesMs) : NOTHING);
  const left = useAtNow((now) => (board ? countLeft(board.tickets.values(), options, now, leavesMs) : 0), 0);
  const kept = useRef({ key: [] as unknown[], arranged: NOTHING });
  const key = [board?.tickets, options, readyLeavesMinutes, left];
  if (key.some((part, index) => part !== kept.current.key[index])) {
    const now = store.branchNow();
    kept.current = { key, arranged: now === null ? NOTHING : read(now) };
  }
  return kept.current.arranged;
}

/** In words, where cards stand: who comes after whom, on how large a page, and which one. */
function placesOf({ cooking, ready }: Arranged, page: readonly (string | number)[]): string {
  const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id).join(' ');
  return [...page, ids(cooking), ids(ready)].join('|');
}

/** How often the page was turned, by hand or every so many seconds. */
function useTurns(everySeconds: number): [number, () => void] {
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    if (everySeconds === 0) return;
    const timer = setInterval(() => setTurned((times) => times + 1), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return [turned, () => setTurned((times) => times + 1)];
}
