import { useTranslations } from 'use-intl';
import type { Replied } from './fetch-as-manager';

export type Refusal = Exclude<Replied<unknown>, { is: 'done' }>;

/** Codes that any request may be refused with. */
const COMMON = ['owner', 'branch', 'unavailable'] as const;

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
