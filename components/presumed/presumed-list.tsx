'use client';

import { memo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../first-click';
import { useTimeZone } from '../live/live-context';
import { TroubleInDialog } from '../screen/news';
import { useKeptFocus } from '../screen/use-kept-focus';
import { Party } from '../ticket/party';
import { useCourseName, usePlaceName } from '../ticket/place';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { UndoBar } from '../ticket-actions/undo-bar';
import { clockText } from '../time/clock-text';
import { useWaitText } from './use-wait-text';

/** F22: lists the presumed courses with the reason, and a button to bring each back (F10e). */
export function PresumedList({ tickets, close }: { tickets: readonly Ticket[]; close: () => void }) {
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
  const { tap } = useTicketActionsStore();
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
      <button
        type="button"
        className="flex-none whitespace-nowrap rounded-[0.5rem] border border-(--quiet) px-[1.2rem] font-bold aria-disabled:text-quiet"
        aria-label={t('stillHereNamed', { place, course })}
        aria-disabled={isPending}
        onClick={firstClick(() => tap('still-here', ticket))}
      >
        {t('stillHere')}
      </button>
    </li>
  );
});
