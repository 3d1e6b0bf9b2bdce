'use client';

import { memo, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../browser';
import { useAtNow, useTimeZone } from '../live/live-context';
import { useDialog } from '../screen/menu';
import { useKeptFocus } from '../screen/moving-elements';
import { TroubleInDialog } from '../screen/news';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { UndoBar } from '../ticket-actions/undo-bar';
import { clockText } from '../time/clock-text';
import { Party, useCourseName, usePlaceName } from './ticket-names';
import { byReady, isPresumed } from './ticket-state';

/** `asksAgain`: confirming takes a second touch, where people brush against the screen. */
type LineProps = { tickets: readonly Ticket[]; asksAgain?: boolean };

/** One quiet line for all courses presumed served, longest ready first. */
export function PresumedLine(props: LineProps) {
  if (props.tickets.length === 0) return null;
  return <Line {...props} />;
}

const WAY =
  'min-h-[48px] min-w-[48px] px-4 font-bold underline decoration-[0.12em] underline-offset-[0.25em] aria-disabled:text-quiet';

/** How long the question waits for the second touch. */
const ASKS_MS = 5_000;

function Line({ tickets, asksAgain = false }: LineProps) {
  const t = useTranslations('presumed');
  const store = useTicketActionsStore();
  const isPending =
    useActionState((actions) => (tickets.some(({ id }) => pendingOn(actions, id) !== null) ? 1 : 0)) === 1;
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => setAsking(false), ASKS_MS);
    return () => clearTimeout(timer);
  }, [isAsking]);
  const confirm = () => {
    setAsking(asksAgain && !isAsking);
    if (!asksAgain || isAsking) store.actOnAll('confirm-served', tickets);
  };
  const dialog = useDialog(isOpen);
  const oldest = useWaitText(tickets[0]?.readyAt ?? null);
  return (
    <section
      className="mt-5 flex flex-wrap items-center justify-between gap-x-10 rounded-[0.7em] border border-line px-7.5 py-0.5 @max-[33em]:mt-[calc(6em/18)] @max-[33em]:gap-x-3 @max-[33em]:px-4.5 @max-[33em]:py-0 on-sheet"
      aria-label={t('title')}
    >
      <p className="min-w-0 py-2 text-quiet tabular-nums">
        <b className="text-full">{t('count', { count: tickets.length })}</b>
        <span className="@max-[33em]:hidden">
          {' '}
          · {t('nobody')} · {t('oldest', { time: oldest })}
        </span>
      </p>
      <p className="-me-4 ms-auto flex flex-wrap gap-x-4 @max-[33em]:gap-x-0 @max-[33em]:font-stretch-88%">
        <button type="button" className={WAY} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('look')}
        </button>
        <button
          type="button"
          className={`${WAY} ${isAsking ? 'on-warn' : ''}`}
          aria-disabled={isPending}
          onClick={firstClick(confirm)}
        >
          {isAsking ? t('confirmAgain', { count: tickets.length }) : t('confirmAll')}
        </button>
      </p>
      <dialog
        ref={dialog}
        className="max-h-[92dvh] w-[min(44rem,94vw)] grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] p-[1.5rem] text-[1.1rem] leading-[1.4] open:grid"
        onClose={() => setOpen(false)}
        aria-label={t('title')}
      >
        {isOpen && <PresumedList tickets={tickets} close={() => setOpen(false)} />}
      </dialog>
    </section>
  );
}

/** F22: lists the presumed courses with the reason, and a button for each answer (F10e). */
function PresumedList({ tickets, close }: { tickets: readonly Ticket[]; close: () => void }) {
  const t = useTranslations('presumed');
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list, 'button');
  return (
    <>
      <div>
        <h2 className="mb-[0.75rem] font-bold text-[1.4rem]">{t('title')}</h2>
        <TroubleInDialog />
      </div>
      <ul ref={list} className="overflow-auto overscroll-contain">
        {tickets.map((ticket) => (
          <Item key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      <div className="grid gap-[1rem] pt-[1rem]">
        {/* The undo bar has its own room: it must not cover the button that closes the list. */}
        <div className="relative has-data-notice:h-[3.6rem]">
          <UndoBar />
        </div>
        <button
          type="button"
          className="min-w-[8rem] justify-self-start whitespace-nowrap rounded-[0.5rem] px-[1.2rem] font-bold inverse"
          onClick={close}
        >
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
  const time = useWaitText(ticket.readyAt);
  const { act } = useTicketActionsStore();
  const isPending = useActionState((actions) => Number(pendingOn(actions, ticket.id) !== null)) === 1;
  const since = ticket.readyAt === null ? '' : clockText(Date.parse(ticket.readyAt), timeZone, false);
  return (
    <li className="flex flex-wrap items-center justify-end gap-[1rem] border-line border-t py-[0.6rem]">
      <div className="wrap-anywhere min-w-0 flex-[1_1_13rem]">
        <h3 className="font-bold text-[1.15em]">
          {place} · <bdi>{course}</bdi>
        </h3>
        {ticket.table && (
          <p className="flex flex-wrap gap-x-3 text-quiet">
            <Party table={ticket.table} course={ticket.course} />
          </p>
        )}
        <p className="text-quiet">{t('since', { since, time })}</p>
        {ticket.presumedServed && <p className="text-quiet">{t(`reasons.${ticket.presumedServed.reason}`)}</p>}
      </div>
      {(['still-here', 'confirm-served'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className="flex-none whitespace-nowrap rounded-[0.5rem] border border-(--quiet) px-[1.2rem] font-bold aria-disabled:text-quiet"
          aria-label={t(`named.${kind}`, { place, course })}
          aria-disabled={isPending}
          onClick={firstClick(() => act(kind, ticket))}
        >
          {t(`answer.${kind}`)}
        </button>
      ))}
    </li>
  );
});

/** Time since an instant in words: `2 h 23`, `9 min`. */
function useWaitText(instant: string | null): string {
  const t = useTranslations('presumed');
  const all = useAtNow((now) => (instant === null ? 0 : minutesSince(Date.parse(instant), now)), 0);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  if (hours === 0) return t('minutes', { minutes });
  return t('hours', { hours, minutes: String(minutes).padStart(2, '0') });
}

/** Returns the courses presumed served (SPEC, F22), longest ready first. */
export function presumedOf(tickets: Iterable<Ticket>, isShown: (ticket: Ticket) => boolean): Ticket[] {
  return [...tickets].filter((ticket) => isPresumed(ticket) && isShown(ticket)).sort(byReady);
}

/** Whole minutes since an instant (epoch ms), at least 0. */
export function minutesSince(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / 60_000));
}
