'use client';

import { type KeyboardEvent, useState } from 'react';

/** What is typed over a value, as long as that value stands: Escape, and a value that changes under it, end it. */
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
