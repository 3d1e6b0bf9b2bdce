'use client';

import { useTranslations } from 'use-intl';
import { COUNTED_CODES, type CountedRefusal } from '../../contract/deliveries';

/** Returns a function that says why requests were refused, and what usually helps. */
export function useRefusalText(): (refusal: CountedRefusal) => { what: string; advice: string } {
  const t = useTranslations('deliveries.refused');
  return ({ code, problem }) => {
    // A node of a newer version may count for another code.
    const known = COUNTED_CODES.find((each) => each === code) ?? 'other';
    return { what: problem ? t(`problem.${problem}`) : t(`why.${known}`, { code }), advice: t(`advice.${known}`) };
  };
}
