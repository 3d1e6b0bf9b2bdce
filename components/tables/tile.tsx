'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, UsualWait } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { usualWaitMs } from '../../domain/usual-wait';
import { isSame } from '../../lib/same';
import { useSeenAtNow } from '../live/live-context';
import { useTableName } from '../ticket/place';
import { clockText } from '../time/clock-text';
import { isTaken, type Seat } from './arrange';
import { Star, StatusMark } from './status-mark';
import { TileParty } from './tile-party';
import { FIRST_SINCE, sinceAt } from './timed-state';

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
            <Since table={table} timeZone={timeZone} />
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
