'use client';

import { useTranslations } from 'use-intl';
import { Empty } from '../office/empty';

/** Why there is nothing here: the days, the choices, or the end of the list. */
export function EmptyList({ isNarrowed, isFurther }: { isNarrowed: boolean; isFurther: boolean }) {
  const words = useTranslations('history.empty');
  const why = isFurther ? 'beyond' : isNarrowed ? 'narrowed' : 'days';
  return <Empty title={words(why)}>{words(`${why}About`)}</Empty>;
}
