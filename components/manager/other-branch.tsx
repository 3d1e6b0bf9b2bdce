'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BUTTON } from './page-head';

/** Adds a branch that is not listed, because there are very many. */
export function OtherBranch({ add }: { add: (number: number) => void }) {
  const t = useTranslations('manager.filter');
  const id = useId();
  const [text, setText] = useState('');
  const number = /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  const addTyped = () => {
    if (number === null) return;
    add(number);
    setText('');
  };
  return (
    <p className="mt-2 flex flex-wrap items-end gap-3">
      <span className="grid gap-1.5">
        <label htmlFor={id} className="text-sm text-text-quiet">
          {t('byNumber')}
        </label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would save the whole form.
            event.preventDefault();
            addTyped();
          }}
          className="min-h-12 w-full max-w-40 rounded-lg border border-text-quiet bg-sheet px-3.5"
        />
      </span>
      <button type="button" className={BUTTON} disabled={number === null} onClick={addTyped}>
        {t('add')}
      </button>
    </p>
  );
}
