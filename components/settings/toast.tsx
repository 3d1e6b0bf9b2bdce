'use client';

import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useSettingsPage } from './settings-context';
import { useChangeText } from './use-change-text';
import { mayUndo, type ToastMessage } from './use-settings';

/** The last change and its outcome, over the foot of the page, with an undo. */
export function Toast() {
  const t = useTranslations('settings.toast');
  const { toast, undo, dismiss } = useSettingsPage();
  const text = useToastText();
  const bar = useRef<HTMLDivElement>(null);
  const isTrouble = toast !== null && toast.kind !== 'changed' && toast.kind !== 'undone';
  const button = 'min-h-11 shrink-0 rounded-lg px-3 font-bold underline underline-offset-4';
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-16 z-10 lg:bottom-0 flex justify-center p-3 print:hidden">
      {/* It stays until the next message, so that nobody has to hurry. */}
      <div
        ref={bar}
        tabIndex={-1}
        className={
          toast
            ? `pointer-events-auto flex max-w-full items-center gap-2 rounded-xl py-1 pr-1 pl-5 shadow-lg ${isTrouble ? 'bg-late text-late-text' : 'bg-console text-console-text dark:border dark:border-line'}`
            : ''
        }
      >
        <p role="status" className="min-w-0 py-2">
          {toast && !isTrouble && text(toast)}
        </p>
        <p role="alert" className={isTrouble ? 'min-w-0 py-2' : 'hidden'}>
          {isTrouble && text(toast)}
        </p>
        {toast?.kind === 'changed' && mayUndo(toast.change) && (
          <button
            type="button"
            className={button}
            onClick={() => {
              bar.current?.focus();
              void undo(toast.change);
            }}
          >
            {t('undo')}
          </button>
        )}
        {toast && (
          <button type="button" className={`${button} no-underline`} aria-label={t('close')} onClick={dismiss}>
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
    </div>
  );
}

function useToastText(): (toast: ToastMessage) => string {
  const t = useTranslations('settings.toast');
  const changeText = useChangeText();
  return (toast) => {
    switch (toast.kind) {
      case 'changed': {
        const { what, before, now } = changeText(toast.change);
        return t('changed', { what, before, after: now });
      }
      case 'undone': {
        const { what, now } = changeText(toast.change);
        return t('undone', { what, value: now });
      }
      case 'refused':
        return toast.code === null ? t('refused', { why: toast.why }) : t(`refusals.${toast.code}`);
      case 'changed-meanwhile':
        return t('changedMeanwhile');
      case 'unreachable':
        return t('unreachable');
    }
  };
}
