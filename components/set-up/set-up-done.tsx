'use client';

import { useTranslations } from 'use-intl';
import { BUTTON } from '../manager/page-head';
import { PageLink } from '../page-link';

/** Everything is set up: where to go from here. */
export function SetUpDone() {
  const t = useTranslations('setUp.done');
  return (
    <section className="mb-4 grid gap-3 rounded-xl border border-accent bg-sheet p-5 sm:p-6">
      <p role="status" className="max-w-prose text-pretty">
        <b className="font-bold">{t('title')}</b> {t('lead')}
      </p>
      <PageLink href="/manager" className={`${BUTTON} min-h-12 justify-self-start`}>
        {t('goOn')}
      </PageLink>
    </section>
  );
}
