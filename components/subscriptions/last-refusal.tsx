'use client';

import { useTranslations } from 'use-intl';
import type { CountedRefusal, SignedOtherwise } from '../../contract/deliveries';
import { Finding, useRefusalText } from '../deliveries/finding';
import { callApi } from '../manager/call-api';
import { useWhen } from '../time/when';
import { OutcomeLine, useChange } from '../ui/change';
import { Button } from '../ui/sheet';
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
            <p>{advice}</p>
          )}
        </div>
      )}
    </div>
  );
}

/** Accepts the way in which the POS signs. */
function Accept({ id, otherwise }: { id: string; otherwise: SignedOtherwise }) {
  const t = useTranslations('subscriptions.row');
  const { isBusy, outcome, run } = useChange(useProblemText());
  const { secretEncoding, signatureEncoding, algorithm } = otherwise;
  const body = {
    ...(secretEncoding && { secretEncoding }),
    ...(signatureEncoding && { signatureEncoding }),
    ...(algorithm && { algorithm }),
  };
  const accept = () =>
    run(callApi('POST /api/v1/subscriptions/:id/signing', { query: { id }, body }), () => ({
      text: t('accepted'),
      undo: null,
    }));
  return (
    <>
      <p>{t('acceptLead')}</p>
      <Button isBusy={isBusy} className="justify-self-start" press={accept}>
        {t('accept')}
      </Button>
      <OutcomeLine outcome={outcome} />
    </>
  );
}
