'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import en from '../../messages/en/look.json';
import nl from '../../messages/nl/look.json';
import { WithMessages } from '../messages/with-messages';
import css from './menu.module.css';

const MESSAGES = { en, nl };

type Props = { title: string; isOpen: boolean; close: () => void; children: ReactNode };

/** Dialog with a screen's options. Its fields are mounted only while it is open. */
export function Menu({ title, isOpen, close, children }: Props) {
  const t = useTranslations('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className={css.menu} onClose={close} aria-label={title}>
      {isOpen && (
        <>
          <h2>{title}</h2>
          <div className={css.fields}>
            <WithMessages messages={MESSAGES}>{children}</WithMessages>
          </div>
          <button type="button" className={css.done} onClick={close}>
            {t('close')}
          </button>
        </>
      )}
    </dialog>
  );
}
