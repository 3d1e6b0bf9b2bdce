'use client';

import { memo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, Ticket } from '../../domain/live-contract';
import { useSeenAtNow } from '../live/live-context';
import { Party } from '../ticket/party';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/place';
import { Progress, Timer } from '../ticket/ticking';
import { Changes } from './card-changes';
import { CardFoot } from './card-foot';
import { CardTouch } from './card-touch';
import { type Clocked, FIRST_GLANCE, glanceAt } from './glance';
import type { SeenChanges } from './seen-changes';
import css from './wall.module.css';

/** So many characters stand in full size beside each other; more are smaller, and far more are smaller still. */
const MOST_IN_PLACE = 3;

function longOf(place: string): 'yes' | 'very' | undefined {
  if (place.length <= MOST_IN_PLACE) return undefined;
  return place.length <= MOST_IN_PLACE * 2.5 ? 'yes' : 'very';
}

type Props = Clocked & { ticket: Ticket; table: Table | null; seen: SeenChanges };

/** One course of one table: where, how long, which course, for whom. Rendered again only when it changed itself. */
export const Card = memo(function Card({ ticket, table, clock, hungryMs, seen }: Props) {
  const words = useTranslations('wall');
  const of = useTranslations('ticket');
  const states = useTranslations('state');
  const glance = useSeenAtNow((now) => glanceAt(ticket, table, { clock, hungryMs }, now), FIRST_GLANCE);
  const look = () => seen.unseen(ticket);
  const unseen = useSyncExternalStore(seen.subscribe, look, look);
  const { urgency } = glance;
  const { course } = ticket;
  const name = useCourseName()(course);
  const isReady = ticket.readyAt !== null;
  const isCooking = !isReady && ticket.startedAt !== null && ticket.lateAt !== null;
  return (
    <li
      className={css.card}
      data-ticket={ticket.id}
      data-urgency={urgency}
      data-new={glance.isNew || undefined}
      data-unseen={unseen !== '' || undefined}
    >
      <div className={css.inside}>
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
          <Changes ticket={ticket} unseen={unseen} />
          <Party table={ticket.table} course={course} />
        </p>
        <CardFoot ticket={ticket} table={table} glance={glance} isUnseen={unseen !== ''} />
        {isCooking && <Progress ticket={ticket} className={css.progress} />}
        <span className={css.forReaders}>{states(urgency)}</span>
        <CardTouch ticket={ticket} unseen={unseen} seen={seen} />
      </div>
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
