'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../first-click';
import { useTimeZone } from '../live/live-context';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/place';
import { durationText } from '../ticket/timer-text';
import { useTicketActions } from '../ticket-actions/ticket-actions-context';
import { clockText } from '../time/clock-text';

export const RECALL_BUTTON = 'rounded-[0.5rem] px-[1.2rem] font-bold inverse';

/** A ticket with its times, and a button to restore it if it is hidden. */
export function RecallRow({ ticket, isHidden }: { ticket: Ticket; isHidden: boolean }) {
  const t = useTranslations('recall');
  const of = useTranslations('ticket');
  const { tap, pending } = useTicketActions();
  const names = { place: usePlaceName()(ticket), course: useCourseName()(ticket.course) };
  const { number, part } = shortPlace(ticket);
  const isPending = pending(ticket.id) !== null;
  return (
    <li
      className="grid min-h-(--touch) grid-cols-[4.2rem_minmax(0,13rem)_minmax(0,1fr)_auto] items-center gap-x-[1.2rem] gap-y-[0.2rem] border-line border-b py-[0.5rem] max-[46rem]:grid-cols-[4.2rem_minmax(0,1fr)_auto]"
      data-row={ticket.id}
    >
      <h4
        className="overflow-hidden text-ellipsis font-extrabold text-[1.9rem] leading-none font-stretch-78%"
        aria-label={names.place}
      >
        {number}
        {part !== null && <small className="font-semibold text-[0.5em]">·{part}</small>}
      </h4>
      <div className="grid *:truncate">
        <b>
          {names.course}
          {ticket.round > 1 && (
            <small className="ms-3 font-semibold text-[0.7em]">{of('roundBadge', { round: ticket.round })}</small>
          )}
        </b>
        <bdi className="text-quiet">{ticket.table?.name}</bdi>
      </div>
      <Times ticket={ticket} />
      {isHidden && (
        <button
          type="button"
          className={`${RECALL_BUTTON} aria-disabled:opacity-50`}
          // Not `disabled`: a list that opens while the server answers must be able to focus it.
          aria-disabled={isPending}
          aria-label={t('bringBackCard', names)}
          onClick={firstClick(() => !isPending && tap('recall', ticket))}
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
    <p className="flex flex-wrap gap-x-[1.1rem] gap-y-[0.1rem] text-quiet tabular-nums max-[46rem]:col-[2/-1] max-[46rem]:row-2">
      {[...times, ...cooked].map(({ name, time }) => (
        <span key={name}>
          <bdi>{name}</bdi> <b className="whitespace-nowrap font-bold text-full">{time}</b>
        </span>
      ))}
    </p>
  );
}
