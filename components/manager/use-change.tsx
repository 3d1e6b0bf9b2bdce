import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Replied } from './fetch-as-manager';
import type { Refusal } from './problem-text';

/** The result of a change as text, and the function that undoes it; null if nothing can. */
export type ChangeResult = { text: string; undo: (() => void) | null };

/** Sends changes of one thing, one at a time, and keeps the result of the last. `problemOf` is the text of a refusal. */
export function useChange(problemOf: (refusal: Refusal) => string) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<ChangeResult | null>(null);
  /** @returns whether it was done */
  async function run<Answer>(
    request: Promise<Replied<Answer>>,
    done: (answer: Answer) => ChangeResult | null,
  ): Promise<boolean> {
    setIsBusy(true);
    const replied = await request;
    setIsBusy(false);
    setResult(replied.is === 'done' ? done(replied.answer) : { text: problemOf(replied), undo: null });
    return replied.is === 'done';
  }
  return { isBusy, result, run };
}

/** Announces the result of a change, with a button to undo it. */
export function ResultLine({ result }: { result: ChangeResult | null }) {
  const t = useTranslations('manager');
  return (
    <p role="status" className={result ? 'mt-2 flex flex-wrap items-center gap-x-3' : 'sr-only'}>
      {result?.text}
      {result?.undo && (
        <button type="button" className="min-h-11 font-semibold underline underline-offset-4" onClick={result.undo}>
          {t('undo')}
        </button>
      )}
    </p>
  );
}
