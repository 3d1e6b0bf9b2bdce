'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { isSame } from '../../domain/same';
import { useSeenAtNow } from '../live/live-context';
import { type Dot, dotsOf } from '../ticket/dots';
import { useTableName } from '../ticket/place';
import { clockText } from '../time/clock-text';
import { isTaken, type Seat, tableName } from './arrange';
import { FIRST_GLANCE, type Glance, glanceAt } from './glance';
import { Star, StatusMark } from './status-mark';
import css from './tables.module.css';

type Props = {
  seat: Seat;
  /** How long parties of that size mostly wait at the longest; null where that is not known. */
  hungryAfterMs: number | null;
  timeZone: string;
  open: (name: string) => void;
};

/** One table: which, how it stands, since when, who sits there, their courses, when they last had food. */
export const Tile = memo(function Tile({ seat, hungryAfterMs, timeZone, open }: Props) {
  const statuses = useTranslations('tableStatus');
  const glance = useSeenAtNow((now) => glanceAt(seat, hungryAfterMs, now), FIRST_GLANCE);
  const { table } = seat;
  return (
    <li className={css.place}>
      <button
        type="button"
        className={css.tile}
        data-status={table.status}
        aria-haspopup="dialog"
        onClick={() => open(tableName(table))}
      >
        <span className={css.top}>
          <Where seat={seat} />
          <Since since={table.since} glance={glance} timeZone={timeZone} />
        </span>
        <span className={css.status}>
          <StatusMark status={table.status} className={css.mark} />
          {statuses(table.status)}
        </span>
        {isTaken(table) && <Party seat={seat} />}
        {isTaken(table) && <Courses seat={seat} />}
        <Food glance={glance} />
      </button>
    </li>
  );
}, isSame);

/** So many characters stand in full size beside since when; more are smaller, and far more are smaller still. */
const MOST_IN_PLACE = 4;

function Where({ seat: { table, isMine } }: { seat: Seat }) {
  const words = useTranslations('tables');
  const name = useTableName()(table);
  const part = table.subNumber === '1' ? '' : `·${table.subNumber}`;
  const { length } = `${table.number}${part}`;
  const long = length <= MOST_IN_PLACE ? undefined : length <= MOST_IN_PLACE * 2 ? 'yes' : 'very';
  return (
    <>
      <span className={css.forReaders}>{name}</span>
      <span className={css.where} data-long={long} aria-hidden="true">
        {table.number}
        {part !== '' && <small>{part}</small>}
      </span>
      {isMine && <span className={css.forReaders}>{words('mine')}</span>}
      {isMine && <Star className={css.star} />}
    </>
  );
}

function Since({ since, glance, timeZone }: { since: string | null; glance: Glance; timeZone: string }) {
  const words = useTranslations('tables');
  const isByClock = glance.isLong && since !== null;
  return (
    <span className={css.since}>
      {glance.minutes !== null && words('minutes', { minutes: glance.minutes })}
      {isByClock && words('since', { time: clockText(Date.parse(since), timeZone, false) })}
    </span>
  );
}

function Party({ seat: { table } }: { seat: Seat }) {
  const words = useTranslations('ticket');
  const { guests, name } = table;
  return (
    <span className={css.party}>
      {guests !== null && <span>{words('guests', { count: guests })}</span>}
      {guests !== null && name !== null && <span>·</span>}
      {name !== null && <bdi>{name}</bdi>}
    </span>
  );
}

/** The table's courses; one that was collected is done, though the POS does not know it yet. */
function Courses({ seat: { table, collected } }: { seat: Seat }) {
  const states = useTranslations('dot');
  const courses = table.courses.map((course) =>
    collected.includes(course.number) ? { ...course, state: 'KITCHEN-TICKET-STATE-COMPLETED' as const } : course,
  );
  const dots = dotsOf(courses);
  const say = ({ abbreviation, state }: Dot) => `${abbreviation ?? ''} ${states(state)}`.trim();
  return (
    <span className={css.courses} data-many={dots.length > 3 || undefined}>
      <span className={css.forReaders}>{dots.map(say).join(', ')}</span>
      {dots.map(({ key, state, abbreviation }) => (
        <span key={key} aria-hidden="true">
          <i data-dot={state} />
          {abbreviation !== null && <small>{abbreviation}</small>}
        </span>
      ))}
    </span>
  );
}

function Food({ glance: { food, foodMinutes, isHungry } }: { glance: Glance }) {
  const words = useTranslations('tables');
  if (food === null) return null;
  return (
    <span className={css.food} data-hungry={isHungry || undefined}>
      <span>{words(food === 'none' ? 'noFood' : 'lastFood', { minutes: foodMinutes })}</span>
    </span>
  );
}
