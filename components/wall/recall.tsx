'use client';

import { useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { MINUTE_MS } from '../../lib/time-units';
import { recallMessages } from '../../messages/areas/recall';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { WithMessages } from '../messages/with-messages';
import { useDialog } from '../screen/use-dialog';
import { useKeptFocus } from '../screen/use-kept-focus';
import { UndoBar } from '../ticket-actions/undo-bar';
import { RECALL_BUTTON, RecallRow } from './recall-row';
import { recallable } from './recallable';
import { useListKeys } from './use-list-keys';
import type { WallOptions } from './wall-options';

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
      {isOpen && (
        <WithMessages messages={recallMessages}>
          <Panel title={title} options={options} close={close} />
        </WithMessages>
      )}
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
