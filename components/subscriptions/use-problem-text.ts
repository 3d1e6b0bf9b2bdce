'use client';

import { useTranslations } from 'use-intl';
import type { Refusal } from '../manager/call-api';
import { useProblemTextOf } from '../ui/change';

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
] as const;

/** Why a change of a subscription was refused, in the reader's language. */
export function useProblemText(): (refusal: Refusal) => string {
  const t = useTranslations('subscriptions.problem');
  return useProblemTextOf((key) => t(key), KNOWN);
}
