'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, UsualWait } from '../../contract/live';
import { isSame } from '../../lib/same';
import { useSeenAtNow } from '../live/live-context';
import { useTableName } from '../ticket/place';
import { clockText } from '../time/clock-text';
import { isTaken, type Seat, tableName } from './arrange';
import { Star, StatusMark } from './status-mark';
import css from './tables.module.css';
import { TileParty } from './tile-party';
import { FIRST_SINCE, hungryMs, sinceAt } from './timed-state';

type Props = {
  seat: Seat;
  /** The usual longest wait of parties of each size; empty if unknown. */
  hungryAfter: readonly UsualWait[];
  timeZone: string;
  open: (name: string) => void;
};

/** No more parties than this share a table. */
const MOST_PARTIES = 2;

/** A table with its status, its start and its guests. A free one is a chip in a strip. */
export const Tile = memo(function Tile({ seat, hungryAfter, timeZone, open }: Props) {
  const statuses = useTranslations('tableStatus');
  const t = useTranslations('tables');
  const { table, parties } = seat;
  const more = parties.length - MOST_PARTIES;
  return (
    <li className={css.place} data-parties={parties.length > 1 || undefined}>
      <button
        type="button"
        className={isTaken(table) ? css.tile : css.chip}
        data-status={table.status}
        aria-haspopup="dialog"
        onClick={() => open(tableName(table))}
      >
        <span className={css.top}>
          <Where seat={seat} />
          <span className={css.since}>
            {more > 0 && <span className={css.more}>{t('moreParties', { count: more })} </span>}
            <Since table={table} timeZone={timeZone} />
          </span>
        </span>
        <span className={isTaken(table) ? css.status : 'sr-only'}>
          {isTaken(table) && <StatusMark status={table.status} className={css.mark} />}
          {statuses(table.status)}
        </span>
        {parties.length > 0 && (
          <span className={css.parties}>
            {parties.slice(0, MOST_PARTIES).map((each) => (
              <TileParty
                key={each.party.orderKey}
                seated={each}
                hungryAfterMs={hungryMs(hungryAfter, each.party.guests)}
              />
            ))}
          </span>
        )}
      </button>
    </li>
  );
}, isSame);

/** Number of characters at full size beside the time; longer text is smaller. */
const MOST_IN_PLACE = 4;

function Where({ seat: { table, isMine } }: { seat: Seat }) {
  const t = useTranslations('tables');
  const name = useTableName()(table);
  const part = table.subNumber === '1' ? '' : `·${table.subNumber}`;
  const { length } = `${table.number}${part}`;
  const long = length <= MOST_IN_PLACE ? undefined : length <= MOST_IN_PLACE * 2 ? 'yes' : 'very';
  return (
    <>
      <span className="sr-only">{name}</span>
      <span className={css.where} data-long={long} aria-hidden="true">
        {table.number}
        {part !== '' && <small>{part}</small>}
      </span>
      {isMine && <span className="sr-only">{t('mine')}</span>}
      {isMine && <Star className={css.star} />}
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
