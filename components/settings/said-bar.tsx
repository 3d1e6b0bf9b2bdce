'use client';

import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useSettingsPage } from './settings-context';
import { useChangeText } from './use-change-text';
import type { Said } from './use-settings';

/** The last change and its outcome, over the foot of the page, with an undo. */
export function SaidBar() {
  const words = useTranslations('settings.said');
  const { said, undo, hush } = useSettingsPage();
  const text = useSaid();
  const bar = useRef<HTMLDivElement>(null);
  const isTrouble = said !== null && said.says !== 'changed' && said.says !== 'undone';
  const button = 'min-h-11 shrink-0 rounded-lg px-3 font-bold underline underline-offset-4';
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-10 flex justify-center p-3 print:hidden">
      {/* It stays until the next message, so that nobody has to hurry. */}
      <div
        ref={bar}
        tabIndex={-1}
        className={
          said
            ? `pointer-events-auto flex max-w-full items-center gap-2 rounded-xl py-1 pr-1 pl-5 shadow-lg ${isTrouble ? 'bg-late text-late-ink' : 'bg-ink text-paper dark:border dark:border-line'}`
            : ''
        }
      >
        <p role="status" className="min-w-0 py-2">
          {said && !isTrouble && text(said)}
        </p>
        <p role="alert" className={isTrouble ? 'min-w-0 py-2' : 'hidden'}>
          {isTrouble && text(said)}
        </p>
        {said?.says === 'changed' && (
          <button
            type="button"
            className={button}
            onClick={() => {
              bar.current?.focus();
              void undo(said.change);
            }}
          >
            {words('undo')}
          </button>
        )}
        {said && (
          <button type="button" className={`${button} no-underline`} aria-label={words('close')} onClick={hush}>
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
    </div>
  );
}

function useSaid(): (said: Said) => string {
  const words = useTranslations('settings.said');
  const changeText = useChangeText();
  return (said) => {
    switch (said.says) {
      case 'changed': {
        const { what, before, now } = changeText(said.change);
        return words('changed', { what, before, after: now });
      }
      case 'undone': {
        const { what, now } = changeText(said.change);
        return words('undone', { what, value: now });
      }
      case 'refused':
        return words('refused', { why: said.why });
      case 'changed-meanwhile':
        return words('changedMeanwhile');
      case 'unreachable':
        return words('unreachable');
    }
  };
}
