'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { lookMessages } from '../../messages/areas/look';
import { WithMessages } from '../messages/with-messages';
import { useDialog } from './use-dialog';

type Props = { title: string; isOpen: boolean; close: () => void; children: ReactNode };

/** Dialog with a screen's options. Its fields are mounted only while it is open. */
export function Menu({ title, isOpen, close, children }: Props) {
  const t = useTranslations('menu');
  const dialog = useDialog(isOpen);
  return (
    <dialog
      ref={dialog}
      className="max-h-[92dvh] w-[min(46rem,94vw)] p-[1.75rem] text-[1.05rem] leading-[1.4]"
      onClose={close}
      aria-label={title}
    >
      {isOpen && (
        <>
          <h2 className="mb-[1.2rem] font-bold text-[1.4rem]">{title}</h2>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] items-start gap-x-[1.5rem] gap-y-[0.9rem]">
            <WithMessages messages={lookMessages}>{children}</WithMessages>
          </div>
          <button
            type="button"
            className="mt-[1.5rem] min-w-[8rem] rounded-[0.5rem] font-[650] inverse"
            onClick={close}
          >
            {t('close')}
          </button>
        </>
      )}
    </dialog>
  );
}
