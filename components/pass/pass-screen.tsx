'use client';

import { useCallback, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { isSame } from '../../lib/collections';
import { useLive, useLiveStore } from '../live/live-context';
import { ClearFilters, EmptyBoard, isFiltering } from '../screen/empty-board';
import { ScreenFrame } from '../screen/frame';
import { ColumnsField, DistanceField, KindField, NumberField, PickField, TablesField } from '../screen/menu';
import { Screen, type ScreenProps } from '../screen/screen';
import type { Chosen } from '../screen/screen-options';
import { useWindowSize } from '../screen/use-size';
import { BoardSounds, type SoundRules } from '../sound/board-sounds';
import type { SoundEvent } from '../sound/tones';
import { PresumedLine, presumedOf } from '../ticket/presumed-line';
import { isDue, isPresumed, urgencyOf } from '../ticket/ticket-state';
import { InFlightCounts, PassBoard } from './pass-board';
import { PASS_OPTIONS, type PassOptions, SORTS } from './pass-options';
import { arrange, isFor, type PassRow } from './pass-rows';
import { LEAST, scaleOf } from './row-layout';

/** The pass: every table with its courses. */
export function PassScreen(props: ScreenProps) {
  return (
    <Screen {...props} urlOptions={PASS_OPTIONS}>
      {(chosen) => <Pass chosen={chosen} />}
    </Screen>
  );
}

const SOUNDS: readonly SoundEvent[] = ['ready', 'late', 'lost'];

function Pass({ chosen }: { chosen: Chosen<PassOptions> }) {
  const t = useTranslations('pass');
  const { options } = chosen;
  const page = useWindowSize();
  const scale = scaleOf(page, options);
  const rows = useRows(options);
  return (
    <ScreenFrame
      title={t('title')}
      page="pass"
      chosen={chosen}
      sounds={SOUNDS}
      menu={<PassMenu chosen={chosen} />}
      controls={<InFlightCounts rows={rows} />}
      textPx={scale.hangs ? scale.smallest * LEAST : undefined}
      hangs={scale.hangs}
    >
      <Sounds options={options} />
      <PassBoard
        rows={rows}
        scale={scale}
        lists={options.columns}
        empty={<Empty chosen={chosen} />}
        below={<Presumed options={options} asksAgain={scale.hangs} />}
      />
    </ScreenFrame>
  );
}

const NOTHING: ReadonlyMap<string, Ticket> = new Map();

/** The line of presumed courses that this pass would show. */
function Presumed({ options: { kind, tables }, asksAgain }: { options: PassOptions; asksAgain: boolean }) {
  const tickets = useLive((view) => view.board?.tickets ?? NOTHING);
  const presumed = useMemo(
    () => presumedOf(tickets.values(), (ticket) => isFor(ticket, kind, tables)),
    [tickets, kind, tables],
  );
  return <PresumedLine tickets={presumed} asksAgain={asksAgain} />;
}

/** Sounds for courses on the pass and late ones; new and slow courses are for the cooks. */
function Sounds({ options: { kind, tables } }: { options: PassOptions }) {
  const isShown = useCallback((ticket: Ticket) => isDue(ticket) && isFor(ticket, kind, tables), [kind, tables]);
  const rules = useMemo<SoundRules>(() => ({ urgencyOf, isShown, isMine: () => false, events: SOUNDS }), [isShown]);
  return <BoardSounds rules={rules} />;
}

function Empty({ chosen }: { chosen: Chosen<PassOptions> }) {
  const { kind, tables } = chosen.options;
  const t = useTranslations('pass');
  const store = useLiveStore();
  const hasOthers = useLive(() => {
    const tickets = store.view().board?.tickets.values() ?? [];
    return [...tickets].some((ticket) => ticket.closedAt === null && !isPresumed(ticket));
  });
  if (!hasOthers || !isFiltering({ kind, tables })) return <EmptyBoard hint={t('emptyHint')}>{t('empty')}</EmptyBoard>;
  const clear = () => chosen.choose({ kind: null, tables: [] });
  return (
    <EmptyBoard hint={null} action={<ClearFilters kind={kind} tables={tables} clear={clear} />}>
      {t('nothingShown')}
    </EmptyBoard>
  );
}

/** Options of a pass beyond those of every screen. */
function PassMenu({ chosen }: { chosen: Chosen<PassOptions> }) {
  const t = useTranslations('passMenu');
  return (
    <>
      <PickField chosen={chosen} name="sort" label={t('sort')} values={SORTS} labelOf={(sort) => t(`sorts.${sort}`)} />
      <KindField chosen={chosen} />
      <TablesField chosen={chosen} />
      <ColumnsField chosen={chosen} />
      <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
      <DistanceField chosen={chosen} />
    </>
  );
}

const NO_ROWS: readonly PassRow[] = [];

/** The sorted rows of this pass. An unchanged row stays the same object. */
function useRows({ sort, kind, tables: range }: PassOptions): readonly PassRow[] {
  const tickets = useLive((view) => view.board?.tickets);
  const tables = useLive((view) => view.board?.tables);
  const before = useRef(NO_ROWS);
  return useMemo(() => {
    const known = new Map(before.current.map((row) => [row.key, row]));
    const rows = tickets && tables ? arrange(tickets.values(), tables, { sort, kind, tables: range }) : NO_ROWS;
    before.current = rows.map((row) => {
      const was = known.get(row.key);
      return was && isSame(was, row) ? was : row;
    });
    return before.current;
  }, [tickets, tables, sort, kind, range]);
}
