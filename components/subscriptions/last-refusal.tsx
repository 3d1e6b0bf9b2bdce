'use client';

import { useTranslations } from 'use-intl';
import type { CountedRefusal } from '../../contract/deliveries';
import { Finding } from '../deliveries/finding';
import { useRefusalText } from '../deliveries/use-refusal-text';
import { useWhen } from '../time/use-when';
import { withCommands } from '../with-commands';

type Props = { refusal: CountedRefusal; isFixed: boolean; timeZone: string; now: number };

/** The last request of a subscription that was refused: why, and what would help. */
export function LastRefusal({ refusal, isFixed, timeZone, now }: Props) {
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
            <Finding finding={finding} subscriptionId={subscriptionId ?? ''} />
          ) : (
            <p>{withCommands(advice)}</p>
          )}
        </div>
      )}
    </div>
  );
}
