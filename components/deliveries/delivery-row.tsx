'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { DeliveryOutcome, ListedDelivery } from '../../contract/deliveries';
import { clockText } from '../time/clock-text';
import { DeliveryDetail, type DetailProps } from './delivery-detail';
import { useEventText, useWhy } from './why';

type Props = DetailProps & { isOpen: boolean; toggled: (id: string, isOpen: boolean) => void };

const TONES: Record<DeliveryOutcome, string> = {
  applied: '',
  repeat: 'text-text-quiet',
  ignored: 'text-text-quiet',
  unreadable: 'font-semibold text-trouble',
  'follow-up': 'font-semibold text-trouble',
};

/** One delivery in the list, with all its details if it is expanded. */
export const DeliveryRow = memo(function DeliveryRow({ isOpen, toggled, ...rest }: Props) {
  const { delivery, timeZone } = rest;
  return (
    <details
      open={isOpen}
      className="group border-line border-t first:border-t-0 open:bg-shade"
      onToggle={(event) => event.currentTarget.open !== isOpen && toggled(delivery.id, event.currentTarget.open)}
    >
      <summary className="grid min-h-12 grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-x-4 px-4 py-2.5 hover:bg-shade focus-visible:-outline-offset-3 sm:px-5 md:grid-cols-[6rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,2fr)]">
        <Summary delivery={delivery} timeZone={timeZone} />
      </summary>
      {isOpen && <DeliveryDetail {...rest} />}
    </details>
  );
});

function Summary({ delivery, timeZone }: { delivery: ListedDelivery; timeZone: string }) {
  const t = useTranslations('deliveries');
  const description = useEventText()(delivery);
  const why = useWhy()(delivery);
  return (
    <>
      <time dateTime={delivery.receivedAt} className="flex gap-2 text-text-quiet">
        <span aria-hidden="true" className="group-open:rotate-90">
          ▸
        </span>
        {clockText(Date.parse(delivery.receivedAt), timeZone, true)}
      </time>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {description ? (
          <>
            <b className="font-semibold">{description.place}</b> · {description.course}{' '}
            <span className="text-text-quiet">{description.step}</span>
          </>
        ) : (
          <>
            {delivery.pathEvent}{' '}
            {delivery.branch === null && <span className="text-text-quiet">· {t('list.branchUnknown')}</span>}
          </>
        )}
      </span>
      <span className={`min-w-0 max-md:col-start-2 ${TONES[delivery.outcome]}`}>
        {t(`outcome.${delivery.outcome}`)}
        {why && <span className="font-normal text-text-quiet"> · {why}</span>}
      </span>
      <span className="truncate text-sm text-text-quiet max-md:col-start-2" title={delivery.subscription}>
        {delivery.subscription}
      </span>
    </>
  );
}
