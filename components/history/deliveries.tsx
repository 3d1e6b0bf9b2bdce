'use client';

import { useTranslations } from 'use-intl';
import type { CourseDelivery, CourseDetails } from '../../contract/history';
import { todayOf } from '../../domain/period';
import { useDayText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { clockText } from '../time/clock-text';
import { Body } from './body';

/** The POS's deliveries for a course, each with its body. */
export function Deliveries({ details, branch }: { details: CourseDetails; branch: ManagerBranch }) {
  const t = useTranslations('course');
  const { deliveries, deliveryCount } = details;
  return (
    <>
      <ol className="grid gap-2">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Delivery delivery={delivery} branch={branch} />
          </li>
        ))}
      </ol>
      {deliveryCount > deliveries.length && (
        <p className="mt-3 text-text-quiet">{t('deliveriesMore', { count: deliveries.length })}</p>
      )}
    </>
  );
}

const STEPS = { 1: '1', 2: '2', 3: '3' } as const;

function Delivery({ delivery, branch }: { delivery: CourseDelivery; branch: ManagerBranch }) {
  const t = useTranslations('course');
  const texts = useTranslations('course.posStep');
  const outcome = useTranslations('course.outcome');
  const dayText = useDayText();
  const clock = (at: string) => clockText(Date.parse(at), branch.timeZone, true);
  const dayOf = (at: string) => todayOf(Date.parse(at), branch);
  // After an outage a delivery may arrive days later.
  const received =
    dayOf(delivery.at) === dayOf(delivery.receivedAt)
      ? clock(delivery.receivedAt)
      : `${dayText(dayOf(delivery.receivedAt), 'short')} ${clock(delivery.receivedAt)}`;
  const step = texts(STEPS[delivery.step as 1 | 2 | 3] ?? '1');
  return (
    <details className="group rounded-lg border border-line open:bg-shade">
      <summary className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-2">
        <span aria-hidden="true" className="text-text-quiet group-open:rotate-90">
          ▸
        </span>
        <b className="font-semibold first-letter:uppercase">{t('posStepAt', { step, time: clock(delivery.at) })}</b>
        <span className="text-text-quiet">{t('received', { time: received })}</span>
        {delivery.round !== null && delivery.round > 1 && (
          <span className="text-text-quiet">{t('round', { round: String(delivery.round) })}</span>
        )}
        <span className="ml-auto font-semibold">{outcome(delivery.outcome)}</span>
      </summary>
      <Body delivery={delivery} />
    </details>
  );
}
