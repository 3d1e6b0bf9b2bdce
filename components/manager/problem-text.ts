import type { Replied } from './fetch-as-manager';

export type Refusal = Exclude<Replied<unknown>, { is: 'done' }>;

/**
 * Returns the function that puts a refusal into words: in the reader's language if its code is one of `known`, or else
 * as the server says it.
 */
export function problemText<Code extends string>(
  t: (key: Code | 'unreachable') => string,
  known: readonly Code[],
): (refusal: Refusal) => string {
  return (refusal) => {
    if (refusal.is === 'unreachable') return t('unreachable');
    const code = known.find((each) => each === refusal.code);
    return code ? t(code) : refusal.why;
  };
}
