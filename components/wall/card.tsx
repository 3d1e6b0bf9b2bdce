'use client';

import { memo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Party as PartyAtTable, Ticket } from '../../contract/live';
import { useSeenAtNow } from '../live/live-context';
import { Party } from '../ticket/party';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/place';
import { Progress, Timer } from '../ticket/ticking';
import { Changes } from './card-changes';
import { CardFoot } from './card-foot';
import { CardTouch } from './card-touch';
import type { Look } from './density';
import type { SeenChanges } from './seen-changes';
import { type Clocked, FIRST_STATE, timedStateAt } from './timed-state';
import css from './wall.module.css';

/** Number of characters that fit beside a timer at full size, and at each smaller size. */
const MOST_IN_PLACE = [3, 4, 5, 12];

function longOf(place: string): number {
  return MOST_IN_PLACE.filter((most) => place.length > most).length;
}

type Props = Clocked & { ticket: Ticket; party: PartyAtTable | null; seen: SeenChanges; look: Look };

/** One course of one table. Memoized: it renders again only if the course itself changed. */
export const Card = memo(function Card({ ticket, party, clock, hungryMs, seen, look }: Props) {
  const t = useTranslations('wall');
  const of = useTranslations('ticket');
  const states = useTranslations('state');
  const state = useSeenAtNow((now) => timedStateAt(ticket, party, { clock, hungryMs }, now), FIRST_STATE);
  const unseenNow = () => seen.unseen(ticket);
  const unseen = useSyncExternalStore(seen.subscribe, unseenNow, unseenNow);
  const { urgency } = state;
  const { course } = ticket;
  const guests = ticket.table?.guests ?? null;
  const name = useCourseName()(course);
  const isReady = ticket.readyAt !== null;
  const isCooking = !isReady && ticket.startedAt !== null && ticket.lateAt !== null;
  return (
    <li
      className={css.card}
      data-ticket={ticket.id}
      data-urgency={urgency}
      data-new={state.isNew || undefined}
      data-unseen={unseen !== '' || undefined}
    >
      <div className={css.inside}>
        <div className={css.top}>
          <Where ticket={ticket} />
          <Timer ticket={ticket} className={css.timer} />
        </div>
        <p className={css.course}>
          {isReady && (
            <span className={css.readyBadge}>
              ✓<span> {t('ready')}</span>
            </span>
          )}
          <span className={css.courseName}>{name}</span>
          {ticket.round > 1 && <span className={css.badge}>{of('roundBadge', { round: ticket.round })}</span>}
          {look === 'dense' && guests !== null && !isReady && (
            <span className={css.guests}>{t('people', { count: guests })}</span>
          )}
        </p>
        {look === 'roomy' && (
          <p className={css.party}>
            <Changes ticket={ticket} unseen={unseen} />
            <Party table={ticket.table} course={course} />
          </p>
        )}
        <CardFoot ticket={ticket} party={party} state={state} unseen={unseen} look={look} />
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
