'use client';

import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import css from './recall.module.css';
import { useFetched } from './use-fetched';
import type { WallOptions } from './wall-options';

type Props = { options: WallOptions; isOpen: boolean; open: () => void; close: () => void };

/** What left the wall within half an hour, over the board; R opens it. */
export function Recall({ options, isOpen, open, close }: Props) {
  const words = useTranslations('wall');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  useKey('r', open);
  return (
    <dialog ref={dialog} className={css.recall} aria-label={words('lastMinutes')} onClose={close}>
      {isOpen && <Fetched options={options} close={close} />}
    </dialog>
  );
}

const fetchPanel = () => import('./recall-panel');

function Fetched({ options, close }: Pick<Props, 'options' | 'close'>) {
  const words = useTranslations('wall');
  const panel = useFetched(fetchPanel);
  if (panel === null) return null;
  if (panel === 'failed') return <p role="alert">{words('notFetched')}</p>;
  return <panel.RecallPanel options={options} close={close} />;
}

/** Does `act` when that key is pressed alone, where nobody is typing and no dialog is open. */
function useKey(key: string, act: () => void): void {
  const doing = useRef(act);
  useEffect(() => {
    doing.current = act;
  }, [act]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!document.querySelector('dialog[open]')) doing.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [key]);
}
