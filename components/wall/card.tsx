'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, Ticket } from '../../domain/live-contract';
import { useSeenAtNow } from '../live/live-context';
import { dotsOf } from '../ticket/dots';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/place';
import { Progress, Timer } from '../ticket/ticking';
import { durationText } from '../ticket/timer-text';
import { FIRST_GLANCE, type Glance, glanceAt } from './glance';
import css from './wall.module.css';

const CARD_MARKS = ['moved', 'renamed', 'guests', 'completed-again'] as const;

/** So many characters stand in full size beside each other; more are smaller, and far more are smaller still. */
const MOST_IN_PLACE = 3;

function longOf(place: string): 'yes' | 'very' | undefined {
  if (place.length <= MOST_IN_PLACE) return undefined;
  return place.length <= MOST_IN_PLACE * 2.5 ? 'yes' : 'very';
}

/** One course of one table: where, how long, which course, for whom. Rendered again only when it changed itself. */
export const Card = memo(function Card({ ticket, table }: { ticket: Ticket; table: Table | null }) {
  const words = useTranslations('wall');
  const of = useTranslations('ticket');
  const states = useTranslations('state');
  const glance = useSeenAtNow((now) => glanceAt(ticket, table, now), FIRST_GLANCE);
  const { urgency } = glance;
  const { course } = ticket;
  const name = useCourseName()(course);
  const isReady = ticket.readyAt !== null;
  const isCooking = !isReady && ticket.startedAt !== null && ticket.lateAt !== null;
  return (
    <li className={css.card} data-ticket={ticket.id} data-urgency={urgency} data-new={glance.isNew || undefined}>
      <div className={css.top}>
        <Where ticket={ticket} />
        <Timer ticket={ticket} className={css.timer} />
      </div>
      <p className={css.course}>
        {isReady && <span className={css.readyBadge}>✓ {words('ready')}</span>}
        <span className={css.courseName}>{name}</span>
        {ticket.round > 1 && <span className={css.badge}>{of('roundBadge', { round: ticket.round })}</span>}
      </p>
      <p className={css.party}>
        <Changes ticket={ticket} />
        <Party ticket={ticket} />
      </p>
      <div className={css.foot}>
        <Dots table={table} />
        <Foot ticket={ticket} glance={glance} />
      </div>
      {isCooking && <Progress ticket={ticket} className={css.progress} />}
      <span className={css.forReaders}>{states(urgency)}</span>
    </li>
  );
});

function Where({ ticket }: { ticket: Ticket }) {
  const label = usePlaceName()(ticket);
  const { number, part } = shortPlace(ticket);
  return (
    <h2
      className={css.where}
      aria-label={label}
      data-long={longOf(part === null ? number : `${number} ${part.slice(1)}`)}
    >
      {number}
      {part !== null && <small className={css.part}>·{part}</small>}
    </h2>
  );
}

/** What is other than it was, as one badge: the name beside it must still be read. */
function Changes({ ticket }: { ticket: Ticket }) {
  const marks = useTranslations('mark');
  const [first, ...others] = CARD_MARKS.filter((mark) => ticket.marks.includes(mark)).map((mark) => marks(mark));
  if (first === undefined) return null;
  return (
    <span className={css.badge}>
      {first}
      {others.length > 0 && (
        <>
          <span aria-hidden="true"> +{others.length}</span>
          <span className={css.forReaders}>, {others.join(', ')}</span>
        </>
      )}
    </span>
  );
}

function Party({ ticket }: { ticket: Ticket }) {
  const words = useTranslations('ticket');
  const { table } = ticket;
  if (!table) return words('counter');
  const guests = table.guests === null ? null : words('guests', { count: table.guests });
  return (
    <>
      {guests && <span>{guests}</span>}
      {guests && table.name && <span>·</span>}
      {table.name && <bdi>{table.name}</bdi>}
    </>
  );
}

function Dots({ table }: { table: Table | null }) {
  const words = useTranslations('dot');
  const dots = table ? dotsOf(table.courses) : [];
  if (dots.length < 2) return <span />;
  return (
    <span className={css.dots} role="img" aria-label={dots.map(({ state }) => words(state)).join(', ')}>
      {dots.map(({ key, state }) => (
        <i key={key} data-dot={state} />
      ))}
    </span>
  );
}

function Foot({ ticket, glance: { hungryMinutes } }: { ticket: Ticket; glance: Glance }) {
  const words = useTranslations('wall');
  if (ticket.readyAt !== null) {
    return ticket.measuredSeconds === null ? null : (
      <span>{words('cooked', { time: durationText(ticket.measuredSeconds * 1000) })}</span>
    );
  }
  if (hungryMinutes !== null) return <span>{words('noFood', { minutes: hungryMinutes })}</span>;
  return ticket.expectedSeconds === null ? null : (
    <span>{words('target', { time: durationText(ticket.expectedSeconds * 1000) })}</span>
  );
}
