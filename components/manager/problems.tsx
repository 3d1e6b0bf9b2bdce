'use client';

import { useTranslations } from 'use-intl';
import type { QueryProblem } from './page-query';

/** Lists invalid values of the address. All other options apply. */
export function Problems({ problems }: { problems: readonly QueryProblem[] }) {
  const t = useTranslations('manager.problems');
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="mb-6 rounded-xl border border-notice-line bg-notice px-5 py-4">
      <p className="font-bold">{t('title')}</p>
      <ul className="list-disc pl-5">
        {problems.map(({ parameter, value, why }) => (
          <li key={parameter}>{t(`why.${why}`, { value, parameter })}</li>
        ))}
      </ul>
    </div>
  );
}
