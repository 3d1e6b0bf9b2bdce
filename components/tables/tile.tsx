'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, TableStatus, UsualWait } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { usualWaitMs } from '../../domain/usual-wait';
import { isSame } from '../../lib/collections';
import { useSeenAtNow } from '../live/live-context';
import { type Dot, type DotState, dotsOf } from '../ticket/dots';
import { GuestsAndName, useTableName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { FIRST_FOOD, FIRST_SINCE, foodAt, isTaken, type Seat, type SeatedParty, sinceAt } from './seats';

const DOTS: Readonly<Record<DotState, string>> = {
  done: 'bg-current/55',
  presumed: 'border-[0.11em] border-current/55 border-dashed',
  cooking: 'bg-linear-to-r from-50% from-current to-50% to-transparent inset-ring-[0.11em]',
  ready: 'bg-ready-edge ring-[0.1em]',
};

const SHAPES: Record<TableStatus, string> = {
  /** An empty place. */
  'TABLE-STATUS-OPEN': 'M5 5h14v14H5z',
  /** The same with somebody in it. */
  'TABLE-STATUS-TAKEN': 'M4 4h16v16H4zM9 12h6M12 9v6M9.500 9.500h5v5h-5z',
  /** A strip of paper. */
  'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED': 'M6 3h12v18l-3-2-3 2-3-2-3 2zM10 8h4M10 13h4',
  /** A sign of warning. */
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED': 'M12 3L22 21H2zM12 10v4M12 17.500v.1',
  /** A clock. */
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED': 'M12 3a9 9 0 1 0 .01 0zM12 8v4.500l3.500 2',
  /** A tick. */
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED': 'M4 13l5.500 5.500L20 6',
  /** A tick in a circle. */
  'TABLE-STATUS-RECENTLY-PAID': 'M12 3a9 9 0 1 0 .01 0zM8 12.500l3 3 5-6',
};

type Props = {
  seat: Seat;
  /** The usual longest wait of parties of each size; empty if unknown. */
  usualWait: readonly UsualWait[];
  timeZone: string;
  open: (name: string) => void;
};

/** No more parties than this share a table. */
const MAX_PARTIES = 2;

const TILE =
  '@container relative flex min-h-[10.4em] min-w-0 flex-col items-stretch gap-1.5 overflow-hidden rounded-[0.6em] border-2 px-6 pt-5.5 pb-4.5 text-start [contain:layout_style]';
/** A free table. */
const CHIP =
  'relative min-h-[48px] min-w-[48px] max-w-full rounded-[0.6em] border border-(--quiet) px-6 py-1 text-quiet';

const CALM = 'border-transparent on-card';
const LOOKS: Readonly<Partial<Record<Table['status'], string>>> = {
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED':
    'border-warn on-card before:absolute before:inset-x-0 before:top-0 before:h-3.5 before:bg-[repeating-linear-gradient(115deg,var(--color-warn)_0_0.6em,var(--color-warn-stripe)_0.6em_1em)]',
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED': 'border-late on-late',
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED': 'border-ready-edge on-ready',
  'TABLE-STATUS-RECENTLY-PAID': 'border-(--quiet) text-quiet',
  'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED': 'border-ink-quiet border-dashed on-card',
};

const STATUS_TEXTS: Readonly<Partial<Record<Table['status'], string>>> = {
  'TABLE-STATUS-TAKEN': 'font-medium font-stretch-88%',
  // The longest words, which must be readable in full.
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED': 'font-bold font-stretch-76%',
};

/** A table with its status, its start and its guests. A free one is a chip in a strip. */
export const Tile = memo(function Tile({ seat, usualWait, timeZone, open }: Props) {
  const statuses = useTranslations('tableStatus');
  const t = useTranslations('tables');
  const { table, parties } = seat;
  const more = parties.length - MAX_PARTIES;
  return (
    <li className={`grid min-w-0 ${parties.length > 1 ? 'col-span-2' : ''}`}>
      <button
        type="button"
        className={isTaken(table) ? `${TILE} ${LOOKS[table.status] ?? CALM}` : CHIP}
        data-status={table.status}
        aria-haspopup="dialog"
        onClick={() => open(tableKey(table))}
      >
        <span className="flex items-baseline gap-4 whitespace-nowrap leading-[1.05]">
          <Where seat={seat} />
          <span
            className={`flex-1 text-end tabular-nums ${isTaken(table) ? 'font-semibold' : 'font-medium text-[0.85em]'}`}
          >
            {more > 0 && `${t('moreParties', { count: more })} `}
            {/* Of a table that needs nothing, the line about its food has the time that matters. */}
            {table.status !== 'TABLE-STATUS-TAKEN' && <Since table={table} timeZone={timeZone} />}
          </span>
        </span>
        <span
          className={
            isTaken(table)
              ? `line-clamp-2 flex-none leading-[1.2] ${STATUS_TEXTS[table.status] ?? 'font-bold font-stretch-88%'}`
              : 'sr-only'
          }
        >
          {isTaken(table) && (
            <StatusMark status={table.status} className="me-[0.35em] inline-block size-[1.05em] align-[-0.15em]" />
          )}
          {statuses(table.status)}
        </span>
        {parties.length > 0 && (
          <span className="grid min-h-0 flex-1 auto-cols-fr grid-flow-col gap-10">
            {parties.slice(0, MAX_PARTIES).map((each) => (
              <TileParty
                key={each.party.orderKey}
                seated={each}
                usualWaitMs={usualWaitMs(usualWait, each.party.guests)}
              />
            ))}
          </span>
        )}
      </button>
    </li>
  );
}, isSame);

/** Number of characters at full size beside the time; longer text is smaller. */
const MAX_IN_PLACE = 4;

function sizeOf(length: number): string {
  if (length <= MAX_IN_PLACE) return 'font-extrabold text-[2.1em]';
  return length <= MAX_IN_PLACE * 2
    ? 'font-extrabold text-[1.4em]'
    : 'overflow-hidden text-ellipsis font-extrabold text-[1.05em]';
}

function Where({ seat: { table, isMine } }: { seat: Seat }) {
  const t = useTranslations('tables');
  const name = useTableName()(table);
  const part = table.subNumber === '1' ? '' : `·${table.subNumber}`;
  const { length } = `${table.number}${part}`;
  const size = isTaken(table) ? sizeOf(length) : 'font-bold text-[1.25em]';
  return (
    <>
      <span className="sr-only">{name}</span>
      <span className={`min-w-0 tabular-nums font-stretch-80% ${size}`} aria-hidden="true">
        {table.number}
        {part !== '' && <small className="font-bold text-[0.55em]">{part}</small>}
      </span>
      {isMine && <span className="sr-only">{t('mine')}</span>}
      {isMine && <Star className="size-[1em] flex-none self-center fill-current" />}
    </>
  );
}

function Since({ table, timeZone }: { table: Table; timeZone: string }) {
  const t = useTranslations('tables');
  const { minutes, isLong } = useSeenAtNow((now) => sinceAt(table, now), FIRST_SINCE);
  if (minutes !== null) return t('minutes', { minutes });
  if (!isLong || table.since === null) return null;
  return t('since', { time: clockText(Date.parse(table.since), timeZone, false) });
}

/** The shape of a status, so that it does not rely on colour alone. As large as its text. */
function StatusMark({ status, className }: { status: TableStatus; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={SHAPES[status]} fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="square" />
    </svg>
  );
}

/** Marks one's own tables. */
function Star({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 1.500l3.200 7.200 7.800.800-5.900 5.200 1.700 7.700L12 18.400l-6.800 4 1.700-7.700L1 9.500l7.800-.800z" />
    </svg>
  );
}

/** A party at a table: its name, its courses, and when it last had food. */
function TileParty({ seated, usualWaitMs }: { seated: SeatedParty; usualWaitMs: number | null }) {
  const { guests, name } = seated.party;
  return (
    <span className="flex min-h-0 min-w-0 flex-col">
      <span className="flex min-w-0 flex-none gap-3 whitespace-nowrap text-[0.95em]">
        <GuestsAndName guests={guests} name={name} />
      </span>
      <Courses party={seated.party} />
      <Food seated={seated} usualWaitMs={usualWaitMs} />
    </span>
  );
}

function Courses({ party }: Pick<SeatedParty, 'party'>) {
  const states = useTranslations('dot');
  const dots = dotsOf(party.courses);
  const say = ({ abbreviation, state }: Dot) => `${abbreviation ?? ''} ${states(state)}`.trim();
  return (
    <span className="flex min-h-0 min-w-0 flex-1 flex-wrap content-end gap-x-6 font-semibold text-[0.85em] leading-[1.2]">
      <span className="sr-only">{dots.map(say).join(', ')}</span>
      {dots.map(({ key, state, abbreviation }) => (
        <span key={key} className="flex min-h-[1.2em] min-w-0 items-center gap-2.5" aria-hidden="true">
          <i className={`aspect-square w-[0.8em] flex-none rounded-full ${DOTS[state]}`} data-dot={state} />
          {abbreviation !== null && <small className="min-w-0 max-w-[4em] truncate text-[1em]">{abbreviation}</small>}
        </span>
      ))}
    </span>
  );
}

function Food({ seated, usualWaitMs }: { seated: SeatedParty; usualWaitMs: number | null }) {
  const t = useTranslations('tables');
  const { food, foodMinutes, isHungry } = useSeenAtNow((now) => foodAt(seated, usualWaitMs, now), FIRST_FOOD);
  if (food === null) return null;
  return (
    // As high with its border as without.
    <span
      className="flex h-[1.65em] flex-none items-center whitespace-nowrap font-semibold text-[0.9em] tabular-nums font-stretch-80%"
      data-hungry={isHungry || undefined}
    >
      <span
        className={
          isHungry ? '-mx-3 rounded-[0.35em] border-2 border-current px-3 py-0.5 font-[750] on-late' : undefined
        }
      >
        {t(food === 'none' ? 'noFood' : 'lastFood', { minutes: foodMinutes })}
      </span>
    </span>
  );
}
