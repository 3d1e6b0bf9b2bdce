'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../first-click';
import { useCourseName, usePlaceName } from '../ticket/place';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';

/**
 * "I have it", and then "Taken to the table". The button is as wide as its longest label, so that nothing moves under a
 * finger while a tap is being sent.
 */
export function ClaimButton({ ticket, isMine, className }: { ticket: Ticket; isMine: boolean; className: string }) {
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
      className={`grid place-items-center whitespace-nowrap rounded-[0.6em] px-10 font-bold inverse active:inset-ring-[0.25em] ${className}`}
      aria-label={t('named', { action: shown, place, course })}
      aria-disabled={isPending}
      onClick={firstClick(() => tap(isMine ? 'collect' : 'claim', ticket))}
    >
      {[t('take'), t('brought'), t('handedOut'), sending].map((each) => (
        // Delayed while a tap is sent: for a fast answer the label would only flicker. The answer ends the delay.
        <span
          key={each}
          className={`[grid-area:1/1] ${each === shown ? '' : 'invisible'} ${isPending ? 'transition-[visibility] delay-200 duration-0' : 'transition-none'}`}
        >
          {each}
        </span>
      ))}
    </button>
  );
}
