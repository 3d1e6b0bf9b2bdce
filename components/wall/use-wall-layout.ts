'use client';

import { type CSSProperties, useMemo } from 'react';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { stripHeight, useHasStrip } from '../screen/practice-strip';
import { useWindowSize } from '../screen/use-window-size';
import { isLateInTheMaking } from '../ticket/urgency';
import { type Arranged, type Page, pageOf } from './arrange';
import { type Layout, layoutOf } from './density';
import { touchSize, usualDistance } from './type-scale';
import type { WallOptions } from './wall-options';

/** Of the plain text: a capital of 14 arc-minutes, and of 20 for tables, timers and courses (density.ts). */
const MIN_SCALE = 0.74;
const MAIN = 1.06;

export type WallLayout = Layout & {
  /** The cards of the current page: of the whole wall, or of each lane. */
  pages: readonly (Page<Ticket> & { ids: string })[];
  pageCount: number;
  isEmpty: boolean;
  /** CSS variables of the wall. */
  sizes: CSSProperties;
  /** The place of every card, as text that changes when a card comes, leaves or moves. */
  places: string;
};

/** How the cards are laid out on this screen: their size, and which of them are on the page. */
export function useWallLayout({ cooking, ready }: Arranged, options: WallOptions, turned: number): WallLayout {
  const viewing = useViewing(options);
  const inLanes = options.layout === 'lanes';
  const lanes = useMemo(() => (inLanes ? [cooking, ready] : [[...cooking, ...ready]]), [inLanes, cooking, ready]);
  const counts = lanes.map((tickets) => tickets.length);
  const layout = layoutOf(viewing, options, counts);
  const pages = usePages(lanes, layout, turned).map((page) => ({ ...page, ids: idsOf(page.shown) }));
  const sizes = {
    '--size': `${layout.size}px`,
    '--least': `${layout.size * MIN_SCALE}px`,
    '--main': `${layout.size * MAIN}px`,
    '--touch': `${touchSize(viewing)}px`,
    '--lanes': layout.columns.map((across) => `minmax(0, ${across}fr)`).join(' '),
  };
  return {
    ...layout,
    pages,
    pageCount: Math.max(...pages.map((page) => page.pages)),
    isEmpty: counts.every((count) => count === 0),
    sizes: sizes as CSSProperties,
    places: [...layout.columns, layout.rows, options.layout, ...pages.map(({ ids }) => ids)].join('|'),
  };
}

/** The size of the screen without the strip of a practice, and how it is looked at. */
function useViewing({ diagonal, distance, zoom }: WallOptions) {
  const strip = useHasStrip() ? stripHeight : () => 0;
  const { width, height } = useWindowSize();
  return {
    width,
    height: height - strip(height),
    diagonal,
    distance: distance ?? usualDistance(diagonal),
    zoom,
  };
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

function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}
