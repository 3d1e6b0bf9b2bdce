'use client';

import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BUTTON, MAIN_BUTTON } from '../ui/sheet';

/** `over` is the value at the first letter; null if another text was saved since, which has changed the value. */
type Draft = { over: string | null; text: string };

type Props = {
  draft: ReturnType<typeof useDraft>;
  /** Returns the error of an input; null if it is valid. */
  check: (text: string) => string | null;
  save: (text: string) => Promise<boolean>;
  /** The stored value, in words. */
  stored: string;
  /** Id of the error message, for the control's description. */
  problemId: string;
  /** Whether the control is so high that the button goes below it. */
  isHigh?: boolean;
  children: (isWrong: boolean) => ReactNode;
};

/** A control that is saved by Enter, or by its button, which appears once there is a change. */
export function SettingForm({ draft, check, save, stored, problemId, isHigh = false, children }: Props) {
  const t = useTranslations('settings');
  const [problem, setProblem] = useState<{ over: string; text: string } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The error belongs to the last attempt, so new input removes it.
  const problemText = problem?.over === draft.text ? problem.text : null;
  const isOvertaken = draft.isOvertaken && !isSaving;
  const focusControl = () => form.current?.querySelector<HTMLElement>('input, select')?.focus();
  const submit = async () => {
    const wrong = check(draft.text);
    setProblem(wrong === null ? null : { over: draft.text, text: wrong });
    if (wrong !== null || !draft.isDirty || isSaving) return;
    setSaving(true);
    const isSaved = await save(draft.text);
    setSaving(false);
    // The pressed button disappears, so its focus returns to the control.
    if (form.current?.querySelector('[type=submit]:focus')) focusControl();
    if (isSaved) draft.saved(draft.text);
  };
  return (
    <form
      ref={form}
      noValidate
      onKeyDown={draft.onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={`flex items-start gap-2 ${isHigh ? 'flex-col' : 'flex-wrap'}`}>
        <div className="min-w-0">{children(problemText !== null)}</div>
        {draft.isDirty && (
          <button type="submit" className={MAIN_BUTTON} aria-disabled={isSaving}>
            {t(isSaving ? 'saving' : 'save')}
          </button>
        )}
      </div>
      <p id={problemId} role="alert" className="mt-1.5 font-semibold text-trouble empty:hidden">
        {problemText ?? (isOvertaken ? t('overtaken', { value: stored }) : null)}
      </p>
      {isOvertaken && (
        <button
          type="button"
          className={`${BUTTON} mt-1`}
          onClick={() => {
            draft.reset();
            focusControl();
          }}
        >
          {t('discard')}
        </button>
      )}
    </form>
  );
}

/** Style of text fields. */
export const INPUT =
  'min-h-11 rounded-lg border border-line bg-ground px-3 font-semibold hover:border-text-quiet aria-invalid:border-trouble';

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
