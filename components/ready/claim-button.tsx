'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../first-click';
import { useCourseName, usePlaceName } from '../ticket/place';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';

type Props = { tickets: readonly Ticket[]; isMine: boolean; className: string };

/**
 * "I have it", and then "At the table", for all courses of a row. The button is as large as its longest label, so that
 * nothing moves under a finger while a tap is being sent.
 */
export function ClaimButton({ tickets, isMine, className }: Props) {
  const t = useTranslations('claim');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const { tapAll } = useTicketActionsStore();
  const isPending =
    useActionState((actions) => Number(tickets.some(({ id }) => pendingOn(actions, id) !== null))) === 1;
  const [first] = tickets;
  if (!first) return null;
  const brought = first.table ? t('brought') : t('handedOut');
  const action = isMine ? brought : t('take');
  const names = {
    action: isPending ? t('sending') : action,
    place: placeName(first),
    course: tickets.map(({ course }) => courseName(course)).join(', '),
  };
  const sending = '…';
  const shown = isPending ? sending : action;
  return (
    <button
      type="button"
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] place-items-center text-balance rounded-[0.6em] px-5 font-bold leading-[1.15] inverse active:inset-ring-[0.25em] @max-[33em]:px-4 @max-[33em]:text-[0.88em] ${className}`}
      aria-label={t('named', names)}
      aria-disabled={isPending}
      onClick={firstClick(() => tapAll(isMine ? 'collect' : 'claim', tickets))}
    >
      {[t('take'), brought, sending].map((each) => (
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
