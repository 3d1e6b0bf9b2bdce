'use client';

import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useLive, useLiveStore } from '../live/live-context';
import { useMarkText } from '../ticket/mark-text';
import { useCourseName, usePlaceName } from '../ticket/place';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { changesOf } from './changes';
import type { SeenChanges } from './seen-changes';

type Props = { ticket: Ticket; unseen: string; seen: SeenChanges; className: string | undefined };

/**
 * The whole card as one button: it hides the course on this screen or reports it as taken, depending on the branch's
 * setting. While the card has an unseen change, the first touch only marks that change as seen.
 */
export function CardTouch({ ticket, unseen, seen, className }: Props) {
  const t = useTranslations('wall');
  const markText = useMarkText();
  const live = useLiveStore();
  const taps = useTicketActionsStore();
  const isOnItsWay = useActionState((all) => pendingOn(all, ticket.id)) !== null;
  const touchDoes = useLive((view) => view.wallTouch);
  const names = { place: usePlaceName()(ticket), course: useCourseName()(ticket.course) };
  const news = changesOf(ticket).filter(({ mark }) => unseen.split(' ').includes(mark));

  const touch = ({ detail, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // A touched card has no ring. If it kept the focus, the next press of a bump bar would act on it unseen.
    if (detail > 0) currentTarget.blur();
    // The next card moves under a finger that taps twice, so ignore the second tap.
    if (detail > 1) return;
    if (news.length === 0) {
      if (touchDoes === 'hide') taps.tap('hide', ticket);
      else if (ticket.readyAt === null) taps.refuse('cooking', 'collect', ticket);
      else taps.tap('collect', ticket);
    } else
      taps.tapHere(
        'seen',
        ticket,
        seen.see(ticket, (id) => live.view().board?.tickets.has(id) ?? false),
      );
  };
  return (
    <button
      type="button"
      className={`${className} rounded-[0.32em] active:pressed focus-visible:outline-[max(3px,0.15em)] focus-visible:outline-text focus-visible:outline-offset-[0.08em] ${isOnItsWay ? 'pressed' : ''}`}
      aria-label={
        news.length === 0
          ? t(touchDoes === 'hide' ? 'hideCard' : 'takeCard', names)
          : t('seeChange', { ...names, changes: news.map(({ mark }) => markText(ticket, mark)).join(', ') })
      }
      onClick={touch}
    />
  );
}
