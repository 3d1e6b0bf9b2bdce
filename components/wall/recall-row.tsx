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
  const words = useTranslations('recall');
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
          aria-label={words('bringBackCard', names)}
          onClick={() => tap('recall', ticket)}
        >
          {words('bringBack')}
        </button>
      )}
    </li>
  );
}

/** Each instant with its label, in the branch's time zone. */
function Times({ ticket }: { ticket: Ticket }) {
  const words = useTranslations('recall');
  const timeZone = useTimeZone();
  const { startedAt, readyAt, collected, servedAt, closedAt, measuredSeconds } = ticket;
  const steps: [string, string | null][] = [
    [words('started'), startedAt],
    [words('ready'), readyAt],
    ...(collected ? [[words('taken', { name: collected.by.name }), collected.at] as [string, string]] : []),
    [words('served'), servedAt],
    [words('closed'), servedAt === null && collected === null ? closedAt : null],
  ];
  const times = steps.flatMap(([name, at]) =>
    at === null ? [] : [{ name, time: clockText(Date.parse(at), timeZone, false) }],
  );
  const cooked =
    measuredSeconds === null ? [] : [{ name: words('cooked'), time: durationText(measuredSeconds * 1000) }];
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
