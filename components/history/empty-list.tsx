'use client';

import { useTranslations } from 'use-intl';
import { Empty } from '../ui/sheet';

/** Explains an empty list: no courses on these days, none that match the filters, or (`isFurther`) none after this page. */
export function EmptyList({ isFiltered, isFurther }: { isFiltered: boolean; isFurther: boolean }) {
  const t = useTranslations('history.empty');
  const why = isFurther ? 'beyond' : isFiltered ? 'filtered' : 'days';
  return <Empty title={t(why)}>{t(`${why}About`)}</Empty>;
}
