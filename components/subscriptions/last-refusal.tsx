'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CountedRefusal, SignedOtherwise } from '../../contract/deliveries';
import { Finding, useRefusalText } from '../deliveries/finding';
import { BUTTON } from '../manager/page-head';
import { useWhen } from '../time/when';
import { withCommands } from '../with-commands';
import { changeSigning } from './subscriptions-over-http';
import { useProblemText } from './use-problem-text';

type Props = { refusal: CountedRefusal; isFixed: boolean; isOwner: boolean; timeZone: string; now: number };

/** The last request of a subscription that was refused: why, and what would help. */
export function LastRefusal({ refusal, isFixed, isOwner, timeZone, now }: Props) {
  const t = useTranslations('subscriptions.row');
  const when = useWhen(timeZone);
  const { what, advice } = useRefusalText()(refusal);
  const { finding, lastAt, last, subscriptionId } = refusal;
  return (
    <div className={isFixed ? 'text-text-quiet' : 'rounded-lg bg-shade p-4'}>
      <p className={isFixed ? '' : 'font-semibold text-trouble'}>
        {t('refused', { when: when(Date.parse(lastAt), now), address: last.address, what })}
        {isFixed && ` ${t('fixed')}`}
      </p>
      {!isFixed && (
        <div className="mt-1 max-w-prose text-pretty">
          {finding ? (
            <Finding finding={finding}>
              {finding.is !== 'signed-otherwise' ? null : isOwner ? (
                <Accept key={lastAt} id={subscriptionId ?? ''} otherwise={finding} />
              ) : (
                <p>{t('askOwner')}</p>
              )}
            </Finding>
          ) : (
            <p>{withCommands(advice)}</p>
          )}
        </div>
      )}
    </div>
  );
}

/** Accepts the way in which the POS signs. */
function Accept({ id, otherwise }: { id: string; otherwise: SignedOtherwise }) {
  const t = useTranslations('subscriptions.row');
  const problemOf = useProblemText();
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const accept = async () => {
    const { secretEncoding, signatureEncoding, algorithm } = otherwise;
    setIsBusy(true);
    const replied = await changeSigning(id, {
      ...(secretEncoding && { secretEncoding }),
      ...(signatureEncoding && { signatureEncoding }),
      ...(algorithm && { algorithm }),
    });
    setIsBusy(false);
    setResult(replied.is === 'done' ? t('accepted') : problemOf(replied));
  };
  return (
    <>
      <p>{t('acceptLead')}</p>
      <button
        type="button"
        className={`${BUTTON} justify-self-start`}
        aria-disabled={isBusy}
        onClick={() => isBusy || void accept()}
      >
        {t('accept')}
      </button>
      <p role="status" className={result ? 'font-semibold' : 'sr-only'}>
        {result}
      </p>
    </>
  );
}
