'use client';

import { useTranslations } from 'use-intl';
import type { Refusal } from '../manager/call-api';
import { useProblemTextOf } from '../ui/change';

const KNOWN = ['unknown', 'used', 'too-many', 'branch', 'offline', 'no-screen'] as const;

/** Why a change of a screen was refused, in the reader's language. */
export function useProblemText(): (refusal: Refusal) => string {
  const t = useTranslations('screens.problem');
  return useProblemTextOf((key) => t(key), KNOWN);
}
