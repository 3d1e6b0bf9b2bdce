'use client';

import { useTranslations } from 'use-intl';
import type { CourseChoices } from '../office/asked';
import { lengthText } from './length-text';

/** Says from how long to how long, in words. */
export function useRange(): (asked: Pick<CourseChoices, 'atLeast' | 'under'>) => string {
  const words = useTranslations('history.narrowed');
  return ({ atLeast, under }) => {
    const from = atLeast === null ? null : lengthText(atLeast * 1000);
    const to = under === null ? null : lengthText(under * 1000);
    if (from !== null) return to === null ? words('atLeast', { from }) : words('range', { from, to });
    return to === null ? words('any') : words('under', { to });
  };
}
