'use client';

import { useTranslations } from 'use-intl';
import type { CountedRefusal } from '../../contract/deliveries';

const KNOWN = [
  'NO_SUBSCRIPTION_ID',
  'INVALID_SUBSCRIPTION_ID',
  'NO_SIGNATURE',
  'INVALID_SIGNATURE',
  'INVALID_DATA',
  'METHOD_NOT_ALLOWED',
  'UNAVAILABLE',
  'TOO_MANY',
] as const;

/** Returns a function that says why requests were refused, and what usually helps. */
export function useRefusalText(): (refusal: CountedRefusal) => { what: string; advice: string } {
  const t = useTranslations('deliveries.refused');
  return ({ code, problem }) => {
    const known = KNOWN.find((each) => each === code) ?? 'other';
    return { what: problem ? t(`problem.${problem}`) : t(`why.${known}`, { code }), advice: t(`advice.${known}`) };
  };
}
