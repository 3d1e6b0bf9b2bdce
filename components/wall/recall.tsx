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
import { actionOf, cardKeys, type KeyAction } from './key-table';
import type { WallOptions } from './wall-options';
import { recallable } from './wall-tickets';

const RECALL_BUTTON = 'min-h-(--touch) rounded-[0.3em] px-10 font-bold inverse';

/** How far an arrow moves the focus among the buttons of a list. */
const STEPS: Readonly<Partial<Record<KeyAction, 1 | -1>>> = { left: -1, up: -1, right: 1, down: 1 };

type Props = { options: WallOptions; isOpen: boolean; close: () => void };

/**
 * Dialog with the tickets hidden on this screen, each restored with one touch or key, and the tickets that recently left,
 * in the size of the cards.
 */
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
      className="h-[94dvh] max-h-none w-[96vw] max-w-none text-(length:--size) leading-[1.15] font-stretch-88%"
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
      <h2 className="border-line border-b px-10 py-5 font-bold text-[1.25em]" id={title}>
        {t('title')}
      </h2>
      <section
        className="overflow-auto overscroll-contain px-10 pb-10"
        aria-labelledby={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
      >
        <h3 className="py-4.5 font-semibold text-[0.85em] text-quiet">{t('hidden')}</h3>
        <Tiles tickets={hidden} none={t('nothingHidden')} keys={cardKeys(options.keys)} />
        <h3 className="py-4.5 font-semibold text-[0.85em] text-quiet">{t('gone')}</h3>
        <Tiles tickets={gone} none={t('nothingGone')} keys={null} />
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-stretch gap-10 border-line border-t px-10 py-5">
        <div className="*:-inset-y-2 relative text-[max(0.76em,1rem)]">
          <UndoBar />
        </div>
        <button type="button" className={RECALL_BUTTON} onClick={close}>
          {menu('close')}
        </button>
      </div>
    </div>
  );
}

type TilesProps = {
  tickets: readonly Ticket[];
  none: string;
  /** Keys that bring back the first, second … ticket; null if these tickets cannot be brought back. */
  keys: readonly string[] | null;
};

function Tiles({ tickets, none, keys }: TilesProps) {
  if (tickets.length === 0) return <p className="text-quiet">{none}</p>;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(12em,100%),1fr))] gap-4.5">
      {tickets.map((ticket, index) => (
        <Tile key={ticket.id} ticket={ticket} bringsBack={keys && (keys[index] ?? '')} />
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
 * The keys of a wall in its list of recent tickets, since a bump bar has neither Tab nor Escape: the key of a card brings
 * one back, arrows select a button of `ground`, the key that acts presses it, and the key that opened the list closes it.
 */
function useListKeys(ground: RefObject<HTMLElement | null>, preset: WallOptions['keys'], close: () => void): void {
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  }, [close]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(preset, event.key);
      if (!action) return;
      const { does, place } = action;
      const buttons = [...(ground.current?.querySelectorAll<HTMLElement>('button') ?? [])];
      const selected = buttons.indexOf(document.activeElement as HTMLElement);
      const step = STEPS[does];
      // Enter and space press a button by themselves.
      const isBump = does === 'act' && event.key.length === 1 && event.key !== ' ';
      if (does === 'recall' && !event.repeat) closing.current();
      else if ((does === 'select' || does === 'bump') && !event.repeat)
        ground.current?.querySelectorAll<HTMLElement>('[data-row] button')[place]?.click();
      else if (step !== undefined && selected >= 0) buttons[selected + step]?.focus();
      else if (isBump && !event.repeat) buttons[selected]?.click();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [ground, preset]);
}

/** A ticket with its times; `bringsBack` is the key that restores it, or null if it is not hidden here. */
function Tile({ ticket, bringsBack }: { ticket: Ticket; bringsBack: string | null }) {
  const t = useTranslations('recall');
  const of = useTranslations('ticket');
  const { act, pending } = useTicketActions();
  const names = { place: usePlaceName()(ticket), course: useCourseName()(ticket.course) };
  const { number, part } = shortPlace(ticket);
  const isPending = pending(ticket.id) !== null;
  return (
    <li
      className={`grid content-start gap-2.5 rounded-[0.32em] px-5 py-4.5 ${bringsBack === null ? 'inset-ring-[0.06em]' : 'on-card'}`}
      data-row={ticket.id}
    >
      <div className="flex min-w-0 items-baseline gap-5">
        <h4 className="flex-none font-extrabold text-[1.9em] leading-none font-stretch-78%" aria-label={names.place}>
          {number}
          {part !== null && <small className="font-semibold text-[0.5em]">·{part}</small>}
        </h4>
        <b className="min-w-0 truncate">{names.course}</b>
        {ticket.round > 1 && <small className="font-semibold">{of('roundBadge', { round: ticket.round })}</small>}
      </div>
      {ticket.table?.name && <bdi className="truncate text-quiet">{ticket.table.name}</bdi>}
      <Times ticket={ticket} />
      {bringsBack !== null && (
        <button
          type="button"
          className={`${RECALL_BUTTON} flex items-center justify-center gap-5 aria-disabled:opacity-50`}
          // Not `disabled`: a list that opens while the server answers must be able to focus it.
          aria-disabled={isPending}
          aria-keyshortcuts={bringsBack || undefined}
          aria-label={t('bringBackCard', names)}
          onClick={firstClick(() => !isPending && act('recall', ticket))}
        >
          {bringsBack && <kbd className="rounded-[0.2em] px-3.5 inset-ring-[0.08em]">{bringsBack.toUpperCase()}</kbd>}
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
    <p className="flex flex-wrap gap-x-6 text-[max(0.74em,var(--least))] text-quiet tabular-nums">
      {[...times, ...cooked].map(({ name, time }) => (
        <span key={name}>
          <bdi>{name}</bdi> <b className="whitespace-nowrap font-bold text-full">{time}</b>
        </span>
      ))}
    </p>
  );
}
