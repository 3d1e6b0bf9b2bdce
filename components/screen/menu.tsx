'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { LOOK_WORDS } from '../words/look-words';
import { WithWords } from '../words/with-words';
import css from './menu.module.css';

type Props = { title: string; isOpen: boolean; close: () => void; children: ReactNode };

/** Dialog with a screen's options. Its fields are mounted only while it is open. */
export function Menu({ title, isOpen, close, children }: Props) {
  const words = useTranslations('menu');
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
            <WithWords words={LOOK_WORDS}>{children}</WithWords>
          </div>
          <button type="button" className={css.done} onClick={close}>
            {words('close')}
          </button>
        </>
      )}
    </dialog>
  );
}
