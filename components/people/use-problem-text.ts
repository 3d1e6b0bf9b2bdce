'use client';

import { useTranslations } from 'use-intl';
import type { Replied } from '../manager/fetch-as-manager';

const KNOWN = ['exists', 'name', 'no-branch', 'last-owner', 'self', 'unknown', 'owner'] as const;

/** Why a change of somebody's access was refused, in the reader's language. */
export function useProblemText(): (replied: Exclude<Replied<unknown>, { is: 'done' }>) => string {
  const t = useTranslations('people.problem');
  return (replied) => {
    if (replied.is === 'unreachable') return t('unreachable');
    const known = KNOWN.find((code) => code === replied.code);
    return known ? t(known) : replied.why;
  };
}
