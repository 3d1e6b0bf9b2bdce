'use client';

import { useTranslations } from 'use-intl';
import { type Refusal, useProblemTextOf } from '../manager/problem-text';

const KNOWN = ['exists', 'name', 'last-owner', 'self', 'unknown', 'owner'] as const;

/** Why a change of somebody's access was refused, in the reader's language. */
export function useProblemText(): (refusal: Refusal) => string {
  const t = useTranslations('people.problem');
  return useProblemTextOf((key) => t(key), KNOWN);
}
