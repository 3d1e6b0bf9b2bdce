'use client';

import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { CopyLine } from '../clipboard/copy';
import { MAIN_BUTTON } from '../manager/page-head';

type Props = {
  id: string;
  secret: string;
  base: string;
  /** Until when the old secret is valid, in words; null for a new subscription. */
  oldUntil: string | null;
  done: () => void;
};

/** What to enter in the POS's back office, with a secret that is shown this once. */
export function NewSecret({ id, secret, base, oldUntil, done }: Props) {
  const t = useTranslations('subscriptions.secret');
  const pos = useTranslations('deliveries.pos');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="grid gap-2 rounded-xl border border-notice-line bg-notice p-5 sm:p-6">
      <h3 ref={title} tabIndex={-1} className="font-bold text-lg leading-snug outline-none">
        {t('title')}
      </h3>
      <p className="mb-1 max-w-prose text-pretty">
        {t('lead')} {oldUntil !== null && t('oldUntil', { when: oldUntil })}
      </p>
      <h4 className="font-semibold">{pos('base')}</h4>
      <CopyLine text={base} what="baseUrl" />
      <h4 className="mt-2 font-semibold">{pos('id')}</h4>
      <CopyLine text={id} what="id" />
      <h4 className="mt-2 font-semibold">{pos('secretEncoding')}</h4>
      <CopyLine text={secret} what="secret" />
      <p className="mt-2 max-w-prose text-pretty">{pos('blocking')}</p>
      <button type="button" className={`${MAIN_BUTTON} mt-2 justify-self-start`} onClick={done}>
        {t('done')}
      </button>
    </section>
  );
}
