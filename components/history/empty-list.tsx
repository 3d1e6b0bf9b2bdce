'use client';

import { useTranslations } from 'use-intl';
import { Empty } from '../manager/empty';

/** Explains an empty list: the days, the filters, or its end. */
export function EmptyList({ isFiltered, isFurther }: { isFiltered: boolean; isFurther: boolean }) {
  const words = useTranslations('history.empty');
  const why = isFurther ? 'beyond' : isFiltered ? 'narrowed' : 'days';
  return <Empty title={words(why)}>{words(`${why}About`)}</Empty>;
}
