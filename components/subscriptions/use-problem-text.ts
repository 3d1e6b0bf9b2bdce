'use client';

import { useTranslations } from 'use-intl';
import type { Replied } from '../manager/fetch-as-manager';

const KNOWN = [
  'exists',
  'id',
  'secret',
  'secret-short',
  'secret-base64',
  'two-secrets',
  'one-secret',
  'in-use',
  'unknown',
  'owner',
] as const;

/** Why a change of a subscription was refused, in the reader's language. */
export function useProblemText(): (replied: Exclude<Replied<unknown>, { is: 'done' }>) => string {
  const t = useTranslations('subscriptions.problem');
  return (replied) => {
    if (replied.is === 'unreachable') return t('unreachable');
    const known = KNOWN.find((code) => code === replied.code);
    return known ? t(known) : replied.why;
  };
}
