'use client';

import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ORDER_KINDS, type Ticket } from '../../contract/live';
import { passMessages } from '../../messages/areas/pass';
import { useLive, useLiveStore } from '../live/live-context';
import { presumedOf } from '../presumed/presumed';
import { PresumedLine } from '../presumed/presumed-line';
import type { Chosen } from '../screen/chosen';
import { EmptyBoard } from '../screen/empty-board';
import { NumberField, PickField, TextField } from '../screen/fields';
import { ClearFilters, isFiltering } from '../screen/filters';
import { ScreenFrame } from '../screen/frame';
import { Screen } from '../screen/screen';
import { useWindowSize } from '../screen/use-window-size';
import { BoardSounds } from '../sound/board-sounds';
import type { SoundEvent } from '../sound/sound-options';
import type { SoundRules } from '../sound/sounds-of';
import { isDue, isPresumed, urgencyOf } from '../ticket/urgency';
import { isFor } from './arrange';
import { InFlightCounts } from './in-flight';
import { PassBoard } from './pass-board';
import { PASS_OPTIONS, type PassOptions, SORTS } from './pass-options';
import { scaleOf } from './scale';
import { useRows } from './use-rows';

const SOUNDS: readonly SoundEvent[] = ['ready', 'late', 'lost'];
/** Text size of the frame as a fraction of the board's: on a fixed screen the frame is only used from close by. */
const FRAME_OF_TEXT = 0.5;
const FRAME_TEXT_PX = 20;

/**
 * The pass: every table with its courses. `query` is the page's query and `languages` are the device's; the server
 * renders with the same values.
 */
export function PassScreen({ query, languages }: { query: string; languages: readonly string[] }) {
  return (
    <Screen query={query} languages={languages} urlOptions={PASS_OPTIONS} messages={passMessages}>
      {(chosen) => <Pass chosen={chosen} />}
    </Screen>
  );
}

function Pass({ chosen }: { chosen: Chosen<PassOptions> }) {
  const t = useTranslations('pass');
  const { options } = chosen;
  const page = useWindowSize();
  const scale = scaleOf(page, options);
  const unzoomed = scaleOf(page, { ...options, zoom: 0 });
  const rows = useRows(options);
  return (
    <ScreenFrame
      title={t('title')}
      page="pass"
      chosen={chosen}
      sounds={SOUNDS}
      menu={<PassMenu chosen={chosen} />}
      controls={<InFlightCounts rows={rows} />}
      size={scale.hangs ? Math.max(1, (unzoomed.text * FRAME_OF_TEXT) / FRAME_TEXT_PX) : 1}
      hangs={scale.hangs}
      least={scale.least}
    >
      <Sounds options={options} />
      <PassBoard
        rows={rows}
        scale={scale}
        columns={options.columns}
        empty={<Empty chosen={chosen} />}
        below={<Presumed options={options} />}
      />
    </ScreenFrame>
  );
}

const NOTHING: ReadonlyMap<string, Ticket> = new Map();

/** The line of presumed courses that this pass would show. */
function Presumed({ options: { kind, tables } }: { options: PassOptions }) {
  const tickets = useLive((view) => view.board?.tickets ?? NOTHING);
  const presumed = useMemo(
    () => presumedOf(tickets.values(), (ticket) => isFor(ticket, kind, tables)),
    [tickets, kind, tables],
  );
  return <PresumedLine tickets={presumed} />;
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
      <PickField
        chosen={chosen}
        name="kind"
        label={t('kind')}
        values={['', ...ORDER_KINDS]}
        labelOf={(kind) => t(`kinds.${kind === '' ? 'all' : kind}`)}
      />
      <TextField chosen={chosen} name="tables" label={t('tables')} hint={t('tablesHint')} />
      <NumberField chosen={chosen} name="columns" label={t('columns')} step={1} />
      <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
      <NumberField chosen={chosen} name="distance" label={t('distance')} step={0.05} />
    </>
  );
}
