'use client';

import { type KeyboardEvent, useState } from 'react';

/** Text typed over a value. Escape, and a change of the value, discard it. */
export function useDraft(value: string) {
  const [draft, setDraft] = useState<{ over: string; text: string } | null>(null);
  const text = draft?.over === value ? draft.text : value;
  return {
    text,
    isDirty: text !== value,
    type: (typed: string) => setDraft({ over: value, text: typed }),
    reset: () => setDraft(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDraft(null);
    },
  };
}
