'use client';

import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import en from '../../messages/en/presumed.json';
import nl from '../../messages/nl/presumed.json';
import { WithMessages } from '../messages/with-messages';
import { useActionState, useTicketActionsStore } from '../ticket-actions/ticket-actions-context';
import css from './presumed.module.css';
import { PresumedList } from './presumed-list';
import { useWait } from './use-wait';

const MESSAGES = { en, nl };

/** One quiet line for all courses presumed served, longest ready first. */
export function PresumedLine({ tickets }: { tickets: readonly Ticket[] }) {
  if (tickets.length === 0) return null;
  return (
    <WithMessages messages={MESSAGES}>
      <Line tickets={tickets} />
    </WithMessages>
  );
}

function Line({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useTranslations('presumed');
  const store = useTicketActionsStore();
  const isSending = useActionState(({ sent }) => Number(sent.some(({ kind }) => kind === 'confirm-served'))) === 1;
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const oldest = useWait(tickets[0]?.readyAt ?? null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <section className={css.line} aria-label={t('title')}>
      <p className={css.text}>
        <b>{t('count', { count: tickets.length })}</b> · {t('nobody')} · {t('oldest', { time: oldest })}
      </p>
      <p className={css.ways}>
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('look')}
        </button>
        <button type="button" aria-disabled={isSending} onClick={() => store.tapAll('confirm-served', tickets)}>
          {t('confirmAll')}
        </button>
      </p>
      <dialog ref={dialog} className={css.dialog} onClose={() => setOpen(false)} aria-label={t('title')}>
        {isOpen && <PresumedList tickets={tickets} close={() => setOpen(false)} />}
      </dialog>
    </section>
  );
}
