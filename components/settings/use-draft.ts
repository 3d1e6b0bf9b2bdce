'use client';

import { type KeyboardEvent, useState } from 'react';

/** `over` is the value at the first letter; null if another text was saved since, which has changed the value. */
type Draft = { over: string | null; text: string };

/** Text typed over a value, until it is saved, `reset` or Escape. */
export function useDraft(value: string) {
  const [last, setDraft] = useState<Draft | null>(null);
  // Text that was typed back to the value is kept for `saved`: what is being saved may be about to change the value.
  const draft = last?.text === last?.over ? null : last;
  const text = draft?.text ?? value;
  return {
    text,
    isDirty: text !== value,
    /** Whether the value was changed since the first letter of the text. */
    isOvertaken: draft !== null && draft.over !== null && draft.over !== value && text !== value,
    type: (typed: string) => setDraft({ over: typed === value ? value : (draft?.over ?? value), text: typed }),
    /** Ends the draft, unless its text was changed while this one was being saved. */
    saved: (sent: string) =>
      setDraft((now) => (now === null || now.text === sent ? null : { over: null, text: now.text })),
    reset: () => setDraft(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDraft(null);
    },
  };
}
