'use client';

import { type CSSProperties, memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../browser';
import { useAtNow, useLive } from '../live/live-context';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { isDue, isPresumed } from '../ticket/ticket-state';
import { Since, Timer } from '../ticket/ticking';
import { durationText } from '../ticket/timer-text';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import css from './cell.module.css';
import { type CourseState, stateAt } from './course-state';

/** `span` is the width in units of the row. */
type Props = { ticket: Ticket; span: number };

/** Every state has its colour, shape and word. */
const LOOKS: Readonly<Record<CourseState, string>> = {
  cooking: 'border-track',
  warn: `border-warn ${css.warn}`,
  late: 'border-late on-late',
  'very-late': 'border-late inset-ring-[0.1em] inset-ring-late-frame on-late',
  ready: 'border-ready-edge on-ready',
  'ready-warn': 'border-warn on-ready',
  'ready-late': 'border-late on-ready',
  collected: 'border-(--quiet) border-dashed',
  presumed: 'border-transparent text-quiet',
  served: 'border-transparent text-quiet',
  closed: 'border-transparent text-quiet',
};

/** Contains layout, so that the text of the timer lays out nothing around it. */
const TIMER =
  'box-content w-[calc(var(--digits,4)*1ch)] flex-none font-bold text-[max(1.37*var(--size),1.43*var(--least))] leading-none [contain:layout_style] font-stretch-78%';

/** Half filled, like a cooking course on the wall. */
const IN_PREPARATION =
  'before:me-2 before:inline-block before:aspect-square before:w-[0.6em] before:rounded-full before:bg-linear-to-r before:from-50% before:from-current before:to-50% before:to-transparent before:inset-ring-[0.1em]';

/** Number of characters that leave room for that a course is ready. */
const SHORT_NAME = 2;

/** A course with its state and clocks. */
export const Cell = memo(function Cell({ ticket, span }: Props) {
  const of = useTranslations('ticket');
  const states = useTranslations('passState');
  const courseName = useCourseName()(ticket.course);
  const state = useAtNow<CourseState>((now) => stateAt(ticket, now), 'cooking');
  const name = ticket.course.abbreviation ?? courseName;
  const isReady = state === 'ready' || state === 'ready-warn' || state === 'ready-late';
  return (
    <li
      className={`group relative col-[span_var(--span)] grid h-[max(2.9em,var(--target))] min-w-0 grid-cols-1 content-center rounded-[0.25em] border-[0.1em] py-1 ps-4.5 tabular-nums ${isReady ? 'pe-[calc(max(2.9em,var(--target))+0.1em)]' : 'pe-2'} ${LOOKS[state]}`}
      data-ticket={ticket.id}
      data-state={state}
      style={{ '--span': span } as CSSProperties}
    >
      <p className="flex h-[1.1em] min-w-0 items-baseline gap-3 whitespace-nowrap leading-[1.1]">
        <b className="min-w-0 truncate font-[750]" aria-hidden="true">
          {name}
        </b>
        <span className="sr-only">{courseName}</span>
        {ticket.round > 1 && (
          <span className="flex-none rounded-[0.22em] px-2.5 font-bold text-[max(0.62em,var(--least))] inset-ring-[0.1em]">
            {of('roundBadge', { round: ticket.round })}
          </span>
        )}
        <span
          className={`${isReady && ticket.round === 1 && name.length <= SHORT_NAME ? '' : 'max-w-[calc(100%-2.6em)]'} flex-none truncate text-[max(0.76em,var(--least))] ${isReady ? 'font-[750] uppercase font-stretch-62%' : 'font-semibold'}`}
        >
          {states(state)}
        </span>
      </p>
      {/* An item that has no room beside the timer is left out whole. */}
      <p className="flex h-[calc(1.45*var(--size))] min-w-0 flex-wrap items-end gap-3.5 overflow-hidden whitespace-nowrap font-semibold text-[max(0.76em,var(--least))] leading-[1.4]">
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
        <Timer ticket={ticket} className={TIMER} />
        <CookingSince ticket={ticket} />
      </>
    );
  }
  return (
    <>
      <Timer
        ticket={ticket}
        className={`${TIMER} group-data-[state=ready-late]:rounded-[0.12em] group-data-[state=ready-late]:px-[0.12em] group-data-[state=ready-late]:on-late`}
      />
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
    <span className="flex min-w-0 flex-[1_1_3em] gap-3 overflow-hidden before:content-['→'/'']">
      <span className="sr-only">{t('with')}</span>
      <bdi className="min-w-0 truncate">{isHere ? t('here') : by.name}</bdi>
    </span>
  );
}

/** Time in preparation, beside how late the course is. */
function CookingSince({ ticket: { startedAt, lateAt } }: { ticket: Ticket }) {
  const t = useTranslations('pass');
  const isLate = useAtNow((now) => lateAt !== null && Date.parse(lateAt) <= now, false);
  if (!isLate || startedAt === null) return null;
  return (
    <span className={IN_PREPARATION}>
      <span className="sr-only">{t('cookingFor')}</span>
      <Since at={Date.parse(startedAt)} />
    </span>
  );
}

function Cooked({ ticket: { measuredSeconds } }: { ticket: Ticket }) {
  const t = useTranslations('pass');
  if (measuredSeconds === null) return null;
  return (
    <span className={IN_PREPARATION}>
      <span className="sr-only">{t('cooked')}</span>
      {durationText(measuredSeconds * 1000)}
    </span>
  );
}

/** Reports a plate that was taken without a tablet. */
function GoneButton({ ticket, courseName }: { ticket: Ticket; courseName: string }) {
  const t = useTranslations('pass');
  const { act } = useTicketActionsStore();
  const isPending = useActionState((actions) => (pendingOn(actions, ticket.id) === null ? 0 : 1)) === 1;
  const label = t('goneLabel', { place: usePlaceName()(ticket), course: courseName });
  return (
    <button
      type="button"
      className="absolute -inset-y-1 -right-1 w-[max(2.9em,var(--target))] rounded-r-[0.25em] font-[750] font-stretch-80% on-ready-badge aria-disabled:opacity-60"
      aria-label={label}
      aria-disabled={isPending}
      onClick={firstClick(() => act('collect', ticket))}
    >
      {t('gone')}
    </button>
  );
}
