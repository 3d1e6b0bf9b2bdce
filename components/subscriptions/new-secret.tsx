'use client';

import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { CopyLine } from '../clipboard/copy';
import { callApi } from '../manager/call-api';
import { OutcomeLine, useChange } from '../ui/change';
import { Button, MAIN_BUTTON } from '../ui/sheet';
import { useProblemText } from './use-problem-text';

type ShowSecretProps = { id: string; show: (secret: string) => void };

type Props = {
  id: string;
  /** Null while it is hidden. */
  secret: string | null;
  base: string;
  events: readonly string[];
  /** Until when the old secret is valid, in words; null for a subscription that the POS has not used yet. */
  oldUntil: string | null;
  setSecret: (secret: string | null) => void;
};

/** What to enter in the POS's back office. */
export function NewSecret({ id, secret, base, events, oldUntil, setSecret }: Props) {
  const t = useTranslations('subscriptions.secret');
  const pos = useTranslations('deliveries.pos');
  const title = useRef<HTMLHeadingElement>(null);
  const isShown = secret !== null;
  useEffect(() => {
    if (isShown) title.current?.focus();
  }, [isShown]);
  return (
    <section className="grid gap-2 rounded-xl border border-notice-line bg-notice p-5 sm:p-6">
      <h3 ref={title} tabIndex={-1} className="font-bold text-lg leading-snug outline-none">
        {t('title')}
      </h3>
      <p className="mb-1 max-w-prose text-pretty">{oldUntil === null ? t('lead') : t('replace', { when: oldUntil })}</p>
      <h4 className="font-semibold">{pos('base')}</h4>
      <CopyLine text={base} what="baseUrl" />
      <h4 className="mt-2 font-semibold">{pos('id')}</h4>
      <CopyLine text={id} what="id" />
      <h4 className="mt-2 font-semibold">{pos('secretEncoding')}</h4>
      {secret === null ? <ShowSecret id={id} show={setSecret} /> : <CopyLine text={secret} what="secret" />}
      {oldUntil === null && (
        <>
          <p className="max-w-prose text-pretty">{t('untilUsed')}</p>
          <h4 className="mt-2 font-semibold">{t('events', { count: events.length })}</h4>
          <ul className="grid gap-1 font-mono text-sm">
            {events.map((event) => (
              <li key={event}>{event}</li>
            ))}
          </ul>
          <p className="mt-2 max-w-prose text-pretty">{pos('blocking')}</p>
        </>
      )}
      {secret !== null && (
        <button type="button" className={`${MAIN_BUTTON} mt-2 justify-self-start`} onClick={() => setSecret(null)}>
          {t('done')}
        </button>
      )}
    </section>
  );
}

/** Shows the newest secret again, which the POS has not used yet. */
export function ShowSecret({ id, show }: ShowSecretProps) {
  const t = useTranslations('subscriptions.secret');
  const { isBusy, outcome, run } = useChange(useProblemText());
  const ask = () =>
    run(callApi('POST /api/v1/subscriptions/:id/secret', { query: { id } }), ({ secret }) => {
      show(secret);
      return null;
    });
  return (
    <div>
      <Button isBusy={isBusy} press={ask}>
        {t('show')}
      </Button>
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
