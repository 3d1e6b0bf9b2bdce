'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../browser';
import { useAtNow, useLive } from '../live/live-context';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { isDue } from '../ticket/ticket-state';
import { Since, Timer } from '../ticket/ticking';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import css from './cell.module.css';
import { type CourseState, isOver, stateAt } from './course-state';

/** `isNamed`: the course is named before its time, where the column does not say which one it is. */
type Props = { ticket: Ticket; isNamed: boolean };

/** Half filled, like a cooking course on the wall. */
const COOKING =
  'before:inline-block before:aspect-square before:w-[0.55em] before:flex-none before:rounded-full before:bg-linear-to-r before:from-50% before:from-current before:to-50% before:to-transparent before:inset-ring-[0.08em]';
const TICK = "before:flex-none before:content-['✓'/'']";

/** Every state has its colour and shape; screen readers get its word. */
const LOOKS: Readonly<Record<CourseState, string>> = {
  cooking: `border-transparent ${COOKING}`,
  warn: `border-warn ${COOKING} ${css.warn}`,
  late: 'border-late on-late',
  'very-late': 'border-late inset-ring-[0.045em] inset-ring-late-frame on-late',
  ready: `border-ready-edge on-ready ${TICK}`,
  'ready-warn': `border-warn on-ready ${TICK}`,
  'ready-late': `border-late on-ready ${TICK}`,
  collected: 'border-(--quiet) border-dashed',
  presumed: 'border-transparent text-quiet',
  served: `border-transparent text-quiet ${TICK}`,
  closed: 'border-transparent text-quiet',
};

/** Contains layout, so that the text of the timer lays out nothing around it. */
const TIMER =
  'w-[calc(var(--digits,4)*1ch)] flex-none whitespace-nowrap font-bold text-(length:--size) [contain:layout_style] font-stretch-78%';

/** A course with its state and its time. */
export const Cell = memo(function Cell({ ticket, isNamed }: Props) {
  const of = useTranslations('ticket');
  const urgencies = useTranslations('state');
  const others = useTranslations('passState');
  const courseName = useCourseName()(ticket.course);
  const state = useAtNow<CourseState>((now) => stateAt(ticket, now), 'cooking');
  return (
    <div
      className={`relative flex h-[calc(var(--line)-1px)] min-w-0 items-center gap-[0.2em] overflow-hidden rounded-[0.16em] border-[0.07em] px-[0.2em] text-(length:--size) tabular-nums leading-none ${LOOKS[state]}`}
      data-ticket={ticket.id}
      data-state={state}
    >
      {isNamed && (
        <b className="min-w-0 truncate font-semibold text-(length:--least) font-stretch-76%" aria-hidden="true">
          {ticket.course.abbreviation ?? courseName}
        </b>
      )}
      <span className="for-readers">
        {courseName},{' '}
        {state === 'collected' || state === 'presumed' || state === 'served' || state === 'closed'
          ? others(state)
          : urgencies(state)}
      </span>
      {ticket.round > 1 && (
        <span className="flex-none rounded-[0.2em] px-[0.2em] font-semibold text-(length:--least) inset-ring-[0.06em] font-stretch-76%">
          {of('roundBadge', { round: ticket.round })}
        </span>
      )}
      <Clocks ticket={ticket} state={state} />
      {isDue(ticket) && ticket.readyAt !== null && <GoneButton ticket={ticket} courseName={courseName} />}
    </div>
  );
});

/** The time that matters most, and who carries the course. */
function Clocks({ ticket, state }: { ticket: Ticket; state: CourseState }) {
  const t = useTranslations('pass');
  if (isOver(ticket) && ticket.collected === null)
    return <Ago instant={ticket.servedAt ?? (ticket.presumedServed ? ticket.readyAt : ticket.closedAt)} />;
  if (ticket.servedAt !== null) return <Ago instant={ticket.servedAt} />;
  if (ticket.collected !== null) {
    return (
      <span className="flex min-w-0 items-baseline gap-[0.3em] font-semibold text-(length:--least) font-stretch-62%">
        <Since at={Date.parse(ticket.collected.at)} />
        <Carrier tap={ticket.collected} />
      </span>
    );
  }
  return (
    <>
      <Timer
        ticket={ticket}
        className={`${TIMER} ${state === 'ready-late' ? 'rounded-[0.12em] px-[0.1em] box-content on-late' : ''}`}
      />
      {ticket.readyAt !== null && (
        // What has no room beside the timer is left out whole: the reason of the row says it, and the whole cell is the button.
        <span className="flex h-[1.2em] min-w-0 flex-1 flex-wrap items-center justify-end gap-[0.3em] overflow-hidden font-semibold text-(length:--least) leading-[1.2] font-stretch-76%">
          <span className="h-full w-0" />
          {ticket.claim ? (
            <Carrier tap={ticket.claim} />
          ) : (
            <span className="rounded-[0.2em] px-[0.35em] on-ready-badge" aria-hidden="true">
              {t('gone')}
            </span>
          )}
        </span>
      )}
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
  return <span className="truncate text-(length:--least) font-stretch-76%">{t('minutesAgo', { minutes })}</span>;
}

/** The waiter who claimed or took the course. */
function Carrier({ tap: { by } }: { tap: NonNullable<Ticket['claim']> }) {
  const t = useTranslations('pass');
  const isHere = useLive((view) => view.screen?.id === by.id);
  return (
    <span className="flex min-w-0 gap-[0.2em] overflow-hidden before:content-['→'/'']">
      <span className="sr-only">{t('with')}</span>
      <bdi className="min-w-0 truncate">{isHere ? t('here') : by.name}</bdi>
    </span>
  );
}

/** Reports a plate that was taken without a tablet: the whole cell. */
function GoneButton({ ticket, courseName }: { ticket: Ticket; courseName: string }) {
  const t = useTranslations('pass');
  const { act } = useTicketActionsStore();
  const isPending = useActionState((actions) => (pendingOn(actions, ticket.id) === null ? 0 : 1)) === 1;
  return (
    <button
      type="button"
      className="absolute inset-0 rounded-[0.14em] active:pressed aria-disabled:pressed"
      aria-label={t('goneLabel', { place: usePlaceName()(ticket), course: courseName })}
      aria-disabled={isPending}
      onClick={firstClick(() => act('collect', ticket))}
    />
  );
}
