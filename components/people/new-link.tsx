'use client';

import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PersonLink } from '../../contract/people';
import { CopyLine } from '../clipboard/copy';
import { MAIN_BUTTON } from '../manager/page-head';
import { QrCode } from '../qr-code';

type Props = {
  link: PersonLink;
  /** Until when the link is valid, in words. */
  until: string;
  done: () => void;
};

/** The one-time link of somebody, which is shown this once. */
export function NewLink({ link: { name, link }, until, done }: Props) {
  const t = useTranslations('people.link');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="grid gap-3 rounded-xl border border-notice-line bg-notice p-5 sm:p-6">
      <h2 ref={title} tabIndex={-1} className="wrap-anywhere font-bold text-lg leading-snug outline-none">
        {t('title', { name })}
      </h2>
      <p className="max-w-prose text-pretty">{t('lead', { until })}</p>
      <div className="w-56 max-w-full overflow-hidden rounded-lg">
        <QrCode text={link} label={t('code')} />
      </div>
      <CopyLine text={link} what="link" />
      <button type="button" className={`${MAIN_BUTTON} justify-self-start`} onClick={done}>
        {t('done')}
      </button>
    </section>
  );
}
