'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { presumedMessages } from '../../messages/areas/presumed';
import { WithMessages } from '../messages/with-messages';
import { useDialog } from '../screen/use-dialog';
import { pendingOn } from '../ticket-actions/ticket-actions';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import { PresumedList } from './presumed-list';
import { useWaitText } from './use-wait-text';

/** One quiet line for all courses presumed served, longest ready first. */
export function PresumedLine({ tickets }: { tickets: readonly Ticket[] }) {
  if (tickets.length === 0) return null;
  return (
    <WithMessages messages={presumedMessages}>
      <Line tickets={tickets} />
    </WithMessages>
  );
}

const WAY =
  'min-h-[48px] min-w-[48px] px-4 font-bold underline decoration-[0.12em] underline-offset-[0.25em] aria-disabled:text-quiet';

function Line({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useTranslations('presumed');
  const store = useTicketActionsStore();
  const isPending =
    useActionState((actions) => (tickets.some(({ id }) => pendingOn(actions, id) !== null) ? 1 : 0)) === 1;
  const [isOpen, setOpen] = useState(false);
  const dialog = useDialog(isOpen);
  const oldest = useWaitText(tickets[0]?.readyAt ?? null);
  return (
    <section
      className="mt-5 flex flex-wrap items-center justify-between gap-x-10 rounded-[0.7em] border border-line px-7.5 py-0.5 @max-[33em]:mt-[calc(6em/18)] @max-[33em]:gap-x-3 @max-[33em]:px-4.5 @max-[33em]:py-0 text-[max(1em,var(--least,0px))] on-sheet"
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
          className={WAY}
          aria-disabled={isPending}
          onClick={() => store.tapAll('confirm-served', tickets)}
        >
          {t('confirmAll')}
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
