import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Replied } from './fetch-as-manager';
import { ProblemLine } from './problem-line';
import type { Refusal } from './problem-text';

/** The result of a change as text, and the function that undoes it; null if nothing can. */
export type ChangeResult = { text: string; undo: (() => void) | null };

/** What became of the last change: its result, or why it failed. */
type Outcome = ChangeResult | { problem: string } | null;

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
