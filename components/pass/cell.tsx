'use client';

import { type CSSProperties, memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useAtNow, useLive } from '../live/live-context';
import { useCourseName, usePlaceName } from '../ticket/place';
import { Since, Timer } from '../ticket/ticking';
import { durationText } from '../ticket/timer-text';
import { isDue, isPresumed } from '../ticket/urgency';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { type CourseState, stateAt } from './course-state';
import css from './pass.module.css';

/** `span` is the width in units of the row. */
type Props = { ticket: Ticket; span: number };

/** A course with its state and clocks. */
export const Cell = memo(function Cell({ ticket, span }: Props) {
  const of = useTranslations('ticket');
  const states = useTranslations('passState');
  const courseName = useCourseName()(ticket.course);
  const state = useAtNow<CourseState>((now) => stateAt(ticket, now), 'cooking');
  return (
    <li className={css.cell} data-ticket={ticket.id} data-state={state} style={{ '--span': span } as CSSProperties}>
      <p className={css.course}>
        <b aria-hidden="true">{ticket.course.abbreviation ?? courseName}</b>
        <span className="sr-only">{courseName}</span>
        {ticket.round > 1 && <span className={css.round}>{of('roundBadge', { round: ticket.round })}</span>}
        <span className={css.state}>{states(state)}</span>
      </p>
      <p className={css.clocks}>
        <Clocks ticket={ticket} />
      </p>
      {isDue(ticket) && ticket.readyAt !== null && <GoneButton ticket={ticket} courseName={courseName} />}
    </li>
  );
});

/** The most relevant time in large digits, with the others beside it. */
function Clocks({ ticket }: { ticket: Ticket }) {
  if (ticket.servedAt !== null || (ticket.closedAt !== null && ticket.collected === null))
    return <Ago instant={ticket.servedAt ?? ticket.closedAt} />;
  if (isPresumed(ticket)) return <Ago instant={ticket.readyAt} />;
  if (ticket.collected !== null) {
    return (
      <>
        <Carrier tap={ticket.collected} />
        <Since at={Date.parse(ticket.collected.at)} />
      </>
    );
  }
  if (ticket.readyAt === null) {
    return (
      <>
        <Timer ticket={ticket} className={css.timer} />
        <CookingSince ticket={ticket} />
      </>
    );
  }
  return (
    <>
      <Timer ticket={ticket} className={css.timer} />
      {ticket.claim ? <Carrier tap={ticket.claim} /> : <Cooked ticket={ticket} />}
    </>
  );
}

/** Whole minutes since a serve. */
function Ago({ instant }: { instant: string | null }) {
  const t = useTranslations('pass');
  const minutes = useAtNow(
    (now) => (instant === null ? 0 : Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000))),
    0,
  );
  return <span>{t('minutesAgo', { minutes })}</span>;
}

/** The waiter who claimed or took the course. */
function Carrier({ tap: { by } }: { tap: NonNullable<Ticket['claim']> }) {
  const t = useTranslations('pass');
  const isHere = useLive((view) => view.screen?.id === by.id);
  return (
    <span className={css.carrier}>
      <span className="sr-only">{t('with')}</span>
      <bdi>{isHere ? t('here') : by.name}</bdi>
    </span>
  );
}

/** Time in preparation, beside how late the course is. */
function CookingSince({ ticket: { startedAt, lateAt } }: { ticket: Ticket }) {
  const t = useTranslations('pass');
  const isLate = useAtNow((now) => lateAt !== null && Date.parse(lateAt) <= now, false);
  if (!isLate || startedAt === null) return null;
  return (
    <span className={css.cooking}>
      <span className="sr-only">{t('cookingFor')}</span>
      <Since at={Date.parse(startedAt)} />
    </span>
  );
}

function Cooked({ ticket: { measuredSeconds } }: { ticket: Ticket }) {
  const t = useTranslations('pass');
  if (measuredSeconds === null) return null;
  return (
    <span className={css.cooking}>
      <span className="sr-only">{t('cooked')}</span>
      {durationText(measuredSeconds * 1000)}
    </span>
  );
}

/** Reports a plate that was taken without a tablet. */
function GoneButton({ ticket, courseName }: { ticket: Ticket; courseName: string }) {
  const t = useTranslations('pass');
  const { tap } = useTicketActionsStore();
  const isPending = useActionState((actions) => (pendingOn(actions, ticket.id) === null ? 0 : 1)) === 1;
  const label = t('goneLabel', { place: usePlaceName()(ticket), course: courseName });
  return (
    <button
      type="button"
      className={css.gone}
      aria-label={label}
      aria-disabled={isPending}
      onClick={() => tap('collect', ticket)}
    >
      {t('gone')}
    </button>
  );
}
