'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useTimeZone } from '../live/live-context';
import { Party } from '../ticket/party';
import { useCourseName, usePlaceName } from '../ticket/place';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { UndoBar } from '../ticket-actions/undo-bar';
import { clockText } from '../time/clock-text';
import css from './presumed.module.css';
import { useWait } from './use-wait';

/** Lists the presumed courses with the reason, and a button to bring each back. */
export function PresumedList({ tickets, close }: { tickets: readonly Ticket[]; close: () => void }) {
  const t = useTranslations('presumed');
  return (
    <>
      <h2>{t('title')}</h2>
      <ul className={css.list}>
        {tickets.map((ticket) => (
          <Item key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      <div className={css.foot}>
        <div className={css.said}>
          <UndoBar />
        </div>
        <button type="button" className={css.done} onClick={close}>
          {t('close')}
        </button>
      </div>
    </>
  );
}

const Item = memo(function Item({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('presumed');
  const place = usePlaceName()(ticket);
  const course = useCourseName()(ticket.course);
  const timeZone = useTimeZone();
  const time = useWait(ticket.readyAt);
  const { tap } = useTicketActionsStore();
  const isPending = useActionState((actions) => Number(pendingOn(actions, ticket.id) !== null)) === 1;
  const since = ticket.readyAt === null ? '' : clockText(Date.parse(ticket.readyAt), timeZone, false);
  return (
    <li className={css.item}>
      <div>
        <h3>
          {place} · <bdi>{course}</bdi>
        </h3>
        {ticket.table && (
          <p className={css.party}>
            <Party table={ticket.table} course={ticket.course} />
          </p>
        )}
        <p>{t('since', { since, time })}</p>
        {ticket.presumedServed && <p>{t(`reasons.${ticket.presumedServed.reason}`)}</p>}
      </div>
      <button
        type="button"
        aria-label={t('stillHereNamed', { place, course })}
        aria-disabled={isPending}
        onClick={() => tap('still-here', ticket)}
      >
        {t('stillHere')}
      </button>
    </li>
  );
});
