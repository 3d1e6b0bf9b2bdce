'use client';

import { type KeyboardEvent, useState } from 'react';

/** Text typed over a value, until `reset` or Escape. */
export function useDraft(value: string) {
  const [draft, setDraft] = useState<{ over: string; text: string } | null>(null);
  const text = draft?.text ?? value;
  return {
    text,
    isDirty: text !== value,
    /** Whether the value was changed since the first letter of the text. */
    isOvertaken: draft !== null && draft.over !== value && text !== value,
    type: (typed: string) => setDraft(typed === value ? null : { over: draft?.over ?? value, text: typed }),
    reset: () => setDraft(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDraft(null);
    },
  };
}
