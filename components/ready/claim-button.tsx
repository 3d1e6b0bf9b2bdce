'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useCourseName, usePlaceName } from '../ticket/place';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import css from './row.module.css';

/**
 * "I have it", and then "Taken to the table". The button is as wide as its longest label, so that nothing moves under a
 * finger while a tap is being sent.
 */
export function ClaimButton({ ticket, isMine }: { ticket: Ticket; isMine: boolean }) {
  const t = useTranslations('claim');
  const place = usePlaceName()(ticket);
  const course = useCourseName()(ticket.course);
  const { tap } = useTicketActionsStore();
  const isPending = useActionState((actions) => pendingOn(actions, ticket.id) ?? 0) !== 0;
  const brought = ticket.table ? t('brought') : t('handedOut');
  const action = isMine ? brought : t('take');
  const sending = t('sending');
  const shown = isPending ? sending : action;
  return (
    <button
      type="button"
      className={css.claim}
      aria-label={t('named', { action: shown, place, course })}
      aria-disabled={isPending}
      onClick={() => tap(isMine ? 'collect' : 'claim', ticket)}
    >
      {[t('take'), t('brought'), t('handedOut'), sending].map((each) => (
        <span key={each} data-shown={each === shown}>
          {each}
        </span>
      ))}
    </button>
  );
}
