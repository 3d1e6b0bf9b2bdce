'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useTimeZone } from '../live/live-context';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/place';
import { durationText } from '../ticket/timer-text';
import { useTicketActions } from '../ticket-actions/ticket-actions-context';
import { clockText } from '../time/clock-text';
import css from './recall.module.css';

/** A ticket with its times, and a button to restore it if it is hidden. */
export function RecallRow({ ticket, isHidden }: { ticket: Ticket; isHidden: boolean }) {
  const t = useTranslations('recall');
  const of = useTranslations('ticket');
  const { tap, pending } = useTicketActions();
  const names = { place: usePlaceName()(ticket), course: useCourseName()(ticket.course) };
  const { number, part } = shortPlace(ticket);
  return (
    <li className={css.row} data-row={ticket.id}>
      <h4 aria-label={names.place}>
        {number}
        {part !== null && <small>·{part}</small>}
      </h4>
      <div className={css.what}>
        <b>
          {names.course}
          {ticket.round > 1 && <small>{of('roundBadge', { round: ticket.round })}</small>}
        </b>
        <bdi>{ticket.table?.name}</bdi>
      </div>
      <Times ticket={ticket} />
      {isHidden && (
        <button
          type="button"
          className={css.back}
          disabled={pending(ticket.id) !== null}
          aria-label={t('bringBackCard', names)}
          onClick={() => tap('recall', ticket)}
        >
          {t('bringBack')}
        </button>
      )}
    </li>
  );
}

/** Each instant with its label, in the branch's time zone. */
function Times({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('recall');
  const timeZone = useTimeZone();
  const { startedAt, readyAt, collected, servedAt, closedAt, measuredSeconds } = ticket;
  const steps: [string, string | null][] = [
    [t('started'), startedAt],
    [t('ready'), readyAt],
    ...(collected ? [[t('taken', { name: collected.by.name }), collected.at] as [string, string]] : []),
    [t('served'), servedAt],
    [t('closed'), servedAt === null && collected === null ? closedAt : null],
  ];
  const times = steps.flatMap(([name, at]) =>
    at === null ? [] : [{ name, time: clockText(Date.parse(at), timeZone, false) }],
  );
  const cooked = measuredSeconds === null ? [] : [{ name: t('cooked'), time: durationText(measuredSeconds * 1000) }];
  return (
    <p className={css.times}>
      {[...times, ...cooked].map(({ name, time }) => (
        <span key={name}>
          <bdi>{name}</bdi> <b>{time}</b>
        </span>
      ))}
    </p>
  );
}
