'use client';

import { useTranslations } from 'use-intl';
import { PageLink } from '../page-link';
import { SET_UP } from './steps';

/** The way to the checklist: a notice while steps are left, a quiet link after that. */
export function SetUpNotice({ left }: { left: number }) {
  const t = useTranslations('setUpNotice');
  if (left === 0)
    return (
      <p className="mt-8 print:hidden">
        <PageLink
          href={SET_UP}
          className="inline-flex min-h-11 items-center text-text-quiet underline underline-offset-4"
        >
          {t('again')}
        </PageLink>
      </p>
    );
  return (
    <p className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-xl border border-notice-line bg-notice px-5 py-3 print:hidden">
      <span className="font-semibold">{t('left', { left })}</span>
      <PageLink href={SET_UP} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        {t('goOn')}
      </PageLink>
    </p>
  );
}
