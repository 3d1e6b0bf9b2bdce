import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal, Replied } from '../manager/call-api';
import { BUTTON, Button, MAIN_BUTTON } from './sheet';

type StepButtonProps<Step> = {
  step: Step;
  /** The step that is open. */
  open: Step | null;
  setOpen: (step: Step | null) => void;
  children: string;
};

type ConfirmProps = {
  lead: string;
  /** The texts of the two buttons. */
  now: string;
  keep: string;
  isBusy: boolean;
  confirm: () => void;
  cancel: () => void;
};

type SaveOrCancelProps = {
  /** The texts of the two buttons. */
  save: string;
  keep: string;
  isOff: boolean;
  cancel: () => void;
};

/** The result of a change as text, and the function that undoes it; null if nothing can. */
export type ChangeResult = { text: string; undo: (() => void) | null };

/** What became of the last change: its result, or why it failed. */
type Outcome = ChangeResult | { problem: string } | null;

/** Codes that any request may be refused with. */
const COMMON = ['owner', 'branch', 'unavailable'] as const;

type Props = {
  /** For `aria-describedby` of the field that it is about. */
  id?: string;
  /** Why the last attempt failed; null while there is nothing to say. */
  problem: string | null;
  /** Classes of the line while it is visible. */
  className?: string;
};

/** Says why an attempt failed. It is always there, because screen readers announce only what changes in an alert. */
export function ProblemLine({ id, problem, className = '' }: Props) {
  return (
    <p
      id={id}
      role="alert"
      className={problem ? `rounded-lg bg-late px-4 py-3 font-semibold text-late-text ${className}` : 'sr-only'}
    >
      {problem}
    </p>
  );
}

/**
 * Returns the function that puts a refusal into words: in the reader's language if its code is one of `known` or a
 * common one, or else as the server says it.
 */
export function useProblemTextOf<Code extends string = never>(
  t: (key: Code | 'unreachable') => string,
  known: readonly Code[] = [],
): (refusal: Refusal) => string {
  const common = useTranslations('manager.refused');
  return (refusal) => {
    if (refusal.is === 'unreachable') return t('unreachable');
    const code = known.find((each) => each === refusal.code);
    if (code) return t(code);
    const usual = COMMON.find((each) => each === refusal.code);
    return usual ? common(usual) : refusal.why;
  };
}

/** Sends changes of one thing, one at a time, and keeps the outcome of the last. `problemOf` is the text of a refusal. */
export function useChange(problemOf: (refusal: Refusal) => string) {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  /** @returns whether it was done */
  async function run<Answer>(
    request: Promise<Replied<Answer>>,
    done: (answer: Answer) => ChangeResult | null,
  ): Promise<boolean> {
    setIsBusy(true);
    const replied = await request;
    setIsBusy(false);
    setOutcome(replied.is === 'done' ? done(replied.answer) : { problem: problemOf(replied) });
    return replied.is === 'done';
  }
  return { isBusy, outcome, run };
}

/** Announces the outcome of a change, with a button to undo it. */
export function OutcomeLine({ outcome }: { outcome: Outcome }) {
  const t = useTranslations('manager');
  const result = outcome && 'text' in outcome ? outcome : null;
  return (
    <>
      <p role="status" className={result ? 'mt-2 flex flex-wrap items-center gap-x-3' : 'sr-only'}>
        {result?.text}
        {result?.undo && (
          <button type="button" className="min-h-11 font-semibold underline underline-offset-4" onClick={result.undo}>
            {t('undo')}
          </button>
        )}
      </p>
      <ProblemLine problem={outcome && 'problem' in outcome ? outcome.problem : null} className="mt-2" />
    </>
  );
}

/** The last line of a form that opens below what it changes. */
export function SaveOrCancel({ save, keep, isOff, cancel }: SaveOrCancelProps) {
  return (
    <div className="flex flex-wrap gap-3">
      {/* A disabled button would lose the focus. Enter in a field clicks it too. */}
      <button
        type="submit"
        className={MAIN_BUTTON}
        aria-disabled={isOff}
        onClick={(event) => isOff && event.preventDefault()}
      >
        {save}
      </button>
      <button type="button" className={BUTTON} onClick={cancel}>
        {keep}
      </button>
    </div>
  );
}

/** The second step of a change that cannot be undone. */
export function Confirm({ lead, now, keep, isBusy, confirm, cancel }: ConfirmProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-shade p-4">
      <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-pretty">{lead}</p>
      <Button isBusy={isBusy} press={confirm}>
        {now}
      </Button>
      <button type="button" className={BUTTON} onClick={cancel}>
        {keep}
      </button>
    </div>
  );
}

/** Opens and closes a form below what it changes. When the form closes with the focus in it, it takes the focus back. */
export function StepButton<Step extends string>({ step, open, setOpen, children }: StepButtonProps<Step>) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = open === step;
  const wasOpen = useRef(isOpen);
  // Before the page looks for another element near the form.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <button
      ref={button}
      type="button"
      className={`${BUTTON} px-3.5`}
      aria-expanded={isOpen}
      onClick={() => setOpen(isOpen ? null : step)}
    >
      {children}
    </button>
  );
}
