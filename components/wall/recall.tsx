'use client';

import { type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { MINUTE_MS } from '../../lib/time';
import { firstClick } from '../browser';
import { useAtNow, useLive, useLiveStore, useTimeZone } from '../live/live-context';
import { useDialog } from '../screen/menu';
import { useKeptFocus } from '../screen/moving-elements';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/ticket-names';
import { durationText } from '../ticket/timer-text';
import { useTicketActions } from '../ticket-actions/ticket-actions-context';
import { UndoBar } from '../ticket-actions/undo-bar';
import { clockText } from '../time/clock-text';
import { actionOf, type KeyAction } from './key-table';
import type { WallOptions } from './wall-options';
import { recallable } from './wall-tickets';

const RECALL_BUTTON = 'rounded-[0.5rem] px-[1.2rem] font-bold inverse';

/** How far an arrow moves the focus among the buttons of a list. */
const STEPS: Readonly<Partial<Record<KeyAction, 1 | -1>>> = { left: -1, up: -1, right: 1, down: 1 };

type Props = { options: WallOptions; isOpen: boolean; close: () => void };

/** Dialog with the tickets hidden on this screen, which can be restored, and the tickets that recently left. */
export function Recall({ options, isOpen, close }: Props) {
  const title = useId();
  const dialog = useDialog(isOpen);
  useEffect(() => {
    // A restore button or the close button, not the list, which is the first element that can have the focus.
    if (isOpen) dialog.current?.querySelector('button')?.focus();
  }, [isOpen, dialog]);
  return (
    <dialog
      ref={dialog}
      className="h-[min(60rem,94dvh)] max-h-none w-[min(58rem,96vw)] max-w-none text-[1.1rem] leading-[1.3]"
      aria-labelledby={title}
      onClose={close}
    >
      {isOpen && <Panel title={title} options={options} close={close} />}
    </dialog>
  );
}

/** `title` is the id of its heading. */
function Panel({ title, options, close }: Omit<Props, 'isOpen'> & { title: string }) {
  const menu = useTranslations('menu');
  const t = useTranslations('recall');
  const ground = useRef<HTMLDivElement>(null);
  const { hidden, gone } = useRecallable(options);
  useKeptFocus(ground, 'button');
  useListKeys(ground, options.keys, close);
  return (
    <div ref={ground} className="grid h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto]">
      <h2 className="border-line border-b px-[1.5rem] pt-[1.1rem] pb-[0.9rem] font-bold text-[1.5rem]" id={title}>
        {t('title')}
      </h2>
      <section
        className="overflow-auto overscroll-contain px-[1.5rem] pt-[0.4rem] pb-[1.2rem]"
        aria-labelledby={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
      >
        <h3 className="mt-[1rem] font-semibold text-[1rem] text-quiet">{t('hidden')}</h3>
        <Rows tickets={hidden} none={t('nothingHidden')} isHidden />
        <h3 className="mt-[1rem] font-semibold text-[1rem] text-quiet">{t('gone')}</h3>
        <Rows tickets={gone} none={t('nothingGone')} isHidden={false} />
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-stretch gap-[1rem] border-line border-t px-[1.5rem] py-[0.8rem]">
        <div className="*:-inset-y-[0.3rem] relative">
          <UndoBar />
        </div>
        <button type="button" className={RECALL_BUTTON} onClick={close}>
          {menu('close')}
        </button>
      </div>
    </div>
  );
}

function Rows({ tickets, none, isHidden }: { tickets: readonly Ticket[]; none: string; isHidden: boolean }) {
  if (tickets.length === 0) return <p className="py-[0.5rem] text-quiet">{none}</p>;
  return (
    <ul>
      {tickets.map((ticket) => (
        <RecallRow key={ticket.id} ticket={ticket} isHidden={isHidden} />
      ))}
    </ul>
  );
}

/** Updated with every board and every minute, because tickets expire after half an hour. */
function useRecallable(options: WallOptions) {
  const store = useLiveStore();
  const tickets = useLive((view) => view.board?.tickets);
  const screen = useLive((view) => view.screen?.id ?? null);
  useAtNow((now) => Math.floor(now / MINUTE_MS), 0);
  const readyLeavesMinutes = useLive((view) => view.readyLeavesMinutes);
  const readyLeavesMs = readyLeavesMinutes === null ? null : readyLeavesMinutes * MINUTE_MS;
  return recallable(tickets?.values() ?? [], { options, screen, readyLeavesMs }, store.branchNow() ?? 0);
}

/**
 * The keys of a wall in its list of recent tickets, since a bump bar has neither Tab nor Escape: arrows select a button
 * of `ground`, the key that acts presses it, and the key that opened the list closes it.
 */
function useListKeys(ground: RefObject<HTMLElement | null>, preset: WallOptions['keys'], close: () => void): void {
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  }, [close]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const does = actionOf(preset, event.key)?.does;
      if (!does) return;
      const buttons = [...(ground.current?.querySelectorAll<HTMLElement>('button') ?? [])];
      const selected = buttons.indexOf(document.activeElement as HTMLElement);
      const step = STEPS[does];
      // Enter and space press a button by themselves.
      const isBump = does === 'act' && event.key.length === 1 && event.key !== ' ';
      if (does === 'recall' && !event.repeat) closing.current();
      else if (step !== undefined && selected >= 0) buttons[selected + step]?.focus();
      else if (isBump && !event.repeat) buttons[selected]?.click();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [ground, preset]);
}

/** A ticket with its times, and a button to restore it if it is hidden. */
function RecallRow({ ticket, isHidden }: { ticket: Ticket; isHidden: boolean }) {
  const t = useTranslations('recall');
  const of = useTranslations('ticket');
  const { tap, pending } = useTicketActions();
  const names = { place: usePlaceName()(ticket), course: useCourseName()(ticket.course) };
  const { number, part } = shortPlace(ticket);
  const isPending = pending(ticket.id) !== null;
  return (
    <li
      className="grid min-h-(--touch) grid-cols-[4.2rem_minmax(0,13rem)_minmax(0,1fr)_auto] items-center gap-x-[1.2rem] gap-y-[0.2rem] border-line border-b py-[0.5rem] max-[46rem]:grid-cols-[4.2rem_minmax(0,1fr)_auto]"
      data-row={ticket.id}
    >
      <h4
        className="overflow-hidden text-ellipsis font-extrabold text-[1.9rem] leading-none font-stretch-78%"
        aria-label={names.place}
      >
        {number}
        {part !== null && <small className="font-semibold text-[0.5em]">·{part}</small>}
      </h4>
      <div className="grid *:truncate">
        <b>
          {names.course}
          {ticket.round > 1 && (
            <small className="ms-3 font-semibold text-[0.7em]">{of('roundBadge', { round: ticket.round })}</small>
          )}
        </b>
        <bdi className="text-quiet">{ticket.table?.name}</bdi>
      </div>
      <Times ticket={ticket} />
      {isHidden && (
        <button
          type="button"
          className={`${RECALL_BUTTON} aria-disabled:opacity-50`}
          // Not `disabled`: a list that opens while the server answers must be able to focus it.
          aria-disabled={isPending}
          aria-label={t('bringBackCard', names)}
          onClick={firstClick(() => !isPending && tap('recall', ticket))}
        >
          {t('bringBack')}
        </button>
      )}
    </li>
  );
}

/** Each instant with its label, in the branch's time zone. */
function Times({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('recall');
  const timeZone = useTimeZone();
  const { startedAt, readyAt, collected, servedAt, closedAt, measuredSeconds } = ticket;
  const steps: [string, string | null][] = [
    [t('started'), startedAt],
    [t('ready'), readyAt],
    ...(collected ? [[t('taken', { name: collected.by.name }), collected.at] as [string, string]] : []),
    [t('served'), servedAt],
    [t('closed'), servedAt === null && collected === null ? closedAt : null],
  ];
  const times = steps.flatMap(([name, at]) =>
    at === null ? [] : [{ name, time: clockText(Date.parse(at), timeZone, false) }],
  );
  const cooked = measuredSeconds === null ? [] : [{ name: t('cooked'), time: durationText(measuredSeconds * 1000) }];
  return (
    <p className="flex flex-wrap gap-x-[1.1rem] gap-y-[0.1rem] text-quiet tabular-nums max-[46rem]:col-[2/-1] max-[46rem]:row-2">
      {[...times, ...cooked].map(({ name, time }) => (
        <span key={name}>
          <bdi>{name}</bdi> <b className="whitespace-nowrap font-bold text-full">{time}</b>
        </span>
      ))}
    </p>
  );
}
