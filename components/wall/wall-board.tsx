'use client';

import { useRef, useState } from 'react';
import { localDevice } from '../device-storage';
import { useLive } from '../live/live-context';
import { useFreshness } from '../live/use-age';
import type { Chosen } from '../screen/chosen';
import { Identify } from '../screen/identify';
import { PracticeStrip, useHasStrip } from '../screen/practice-strip';
import { useNewBuild } from '../screen/use-new-build';
import { usePainted } from '../screen/use-painted';
import { Bar } from './bar';
import { Cards, Lane, More } from './cards';
import { Empty } from './empty';
import { Dialogs, OnCards } from './lazy-parts';
import { createSeenChanges, type SeenChanges } from './seen-changes';
import { useArranged } from './use-arranged';
import { useTurns } from './use-turns';
import { useWallDialogs } from './use-wall-dialogs';
import { useWallLayout, type WallLayout } from './use-wall-layout';
import type { WallOptions } from './wall-options';

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
