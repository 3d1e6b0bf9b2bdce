'use client';

import { memo, useEffect, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { onTick } from '../clock';
import { useLive } from '../live/live-context';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { type ActionNotice, type Refused, secondsLeft } from './ticket-actions';
import { useActionState, useTicketActionsStore } from './ticket-actions-context';

/** Covers the whole foot, which must not show at the corners of the notice. */
const COVER = 'absolute inset-0 grid not-empty:on-sheet';

/**
 * The last action and its outcome, over the permanent foot of a screen, so that it covers nothing that can be tapped on
 * the board. It has the size of the surrounding text.
 */
export const UndoBar = memo(function UndoBar() {
  const notice = useActionState((actions) => actions.notice);
  const textOf = useNoticeText();
  useActionKeys();
  const isRefused = notice !== null && refusalIn(notice) !== null;
  return (
    <div className="pointer-events-none absolute inset-0 z-1">
      <div role="status" className={COVER}>
        {notice && !isRefused && <Bar notice={notice} text={textOf(notice)} />}
      </div>
      <div role="alert" className={COVER}>
        {isRefused && <Bar notice={notice} text={textOf(notice)} />}
      </div>
    </div>
  );
});

/** The action that was refused, alone or among others of a batch. */
function refusalIn(notice: ActionNotice): Refused | null {
  if (notice.state === 'refused') return notice;
  return notice.state === 'done' ? (notice.refused ?? null) : null;
}

function Bar({ notice, text }: { notice: ActionNotice; text: string }) {
  return (
    <div
      className={`pointer-events-auto flex min-h-0 min-w-0 items-center justify-between gap-7.5 rounded-[0.6em] ps-10 pe-2.5 tabular-nums ${refusalIn(notice) ? 'on-warn' : 'inverse'}`}
      data-notice={notice.state}
    >
      <p className="wrap-anywhere line-clamp-2 min-w-0 leading-[1.2]">{text}</p>
      {notice.state === 'done' && <UndoButton key={notice.action.actionId} />}
    </div>
  );
}

function UndoButton() {
  const t = useTranslations('ticketActions');
  const store = useTicketActionsStore();
  const look = () => secondsLeft(store.view().notice, store.now());
  const seconds = useSyncExternalStore(onTick, look, look);
  return (
    <button
      type="button"
      className="min-h-[max(48px,2.6em)] min-w-[max(48px,5.5em)] flex-none whitespace-nowrap rounded-[0.45em] px-7.5 font-bold on-sheet"
      onClick={store.undo}
    >
      {t('undo')} <span aria-hidden="true">{seconds}</span>
    </button>
  );
}

/** Returns a function that describes an action and its outcome, with the table and the course. */
function useNoticeText(): (notice: ActionNotice) => string {
  const t = useTranslations('ticketActions');
  // Not loaded by the kitchen wall, where nobody does these.
  const byWaiter = useTranslations('waiterActions');
  const why = useTranslations('actionProblem');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const tickets = useLive((view) => view.board?.tickets);
  const namesOf = (ticket: Ticket) => ({
    place: placeName(ticket),
    course: shortened(courseName(ticket.course), ticket.course.abbreviation),
  });
  const refusalText = ({ action: { ticket }, code }: Refused) => {
    const names = namesOf(ticket);
    if (code !== 'claimed') return why(code, names);
    const name = claimant(tickets?.get(ticket.id) ?? ticket);
    return name === null ? why('claimedBySomeone', names) : why('claimed', { ...names, name });
  };
  const outcomeText = (notice: Exclude<ActionNotice, { state: 'refused' }>) => {
    const { ticket, kind } = notice.action;
    const names = namesOf(ticket);
    if (notice.state === 'taking-back') return t('takingBack');
    const count = notice.also.length + 1;
    // Actions on a row are for one party; those on the presumed courses are for several.
    const isRow = kind === 'claim' || kind === 'collect';
    if (notice.state === 'taken-back') {
      if (count === 1) return t('takenBack', names);
      return isRow ? byWaiter('takenBackRow', { ...names, count }) : byWaiter('takenBackAll', { count });
    }
    if (count > 1) return isRow ? byWaiter(`${kind}All`, { ...names, count }) : byWaiter('confirmedAll', { count });
    if (kind === 'undo') return '';
    if (kind === 'claim' || kind === 'still-here' || kind === 'confirm-served') return byWaiter(kind, names);
    return t(kind, names);
  };
  return (notice) => {
    if (notice.state === 'refused') return refusalText(notice);
    const refused = refusalIn(notice);
    return refused ? `${refusalText(refused)} ${outcomeText(notice)}` : outcomeText(notice);
  };
}

const MAX_CHARACTERS = 22;

/** Shortens a long name, to its abbreviation if it has one, so that the outcome behind it stays readable. */
function shortened(name: string, abbreviation: string | null): string {
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS) return name;
  return abbreviation ?? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}

function claimant({ claim }: Ticket): string | null {
  return claim?.by.name ?? null;
}

/**
 * Backspace undoes the last action, unless somebody is typing or a dialog is open. Enter acts once however long it is
 * held, because the focus goes on to the next course.
 */
function useActionKeys(): void {
  const store = useTicketActionsStore();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter') return event.preventDefault();
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea');
      if (event.key !== 'Backspace' || event.repeat || isTyping || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      store.undoLast();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [store]);
}
