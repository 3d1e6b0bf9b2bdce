'use client';

import { useTranslations } from 'use-intl';
import type { CourseDelivery, CourseDetails } from '../../contract/history';
import { todayOf } from '../../domain/period';
import { DeliveryBody } from '../deliveries/delivery-body';
import { useDayText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { elsewhere } from '../manager/page-query';
import { PageLink } from '../page-link';
import { clockText } from '../time/clock-text';
import { Sheet } from '../ui/sheet';

const STEPS = { 1: '1', 2: '2', 3: '3' } as const;

export type SheetProps = { branch: ManagerBranch; details: CourseDetails; query: URLSearchParams };

/** The deliveries of the course, with a link to all of its order. */
export function DeliveriesSheet({ branch, details, query }: SheetProps) {
  const t = useTranslations('course');
  const { ticket, deliveryCount } = details;
  const number = ticket.orderNumber ?? ticket.ticketNumber;
  const search = ticket.orderId ?? (number === null ? null : String(number));
  return (
    <Sheet title={t('deliveries')} lead={t('deliveriesAbout', { count: deliveryCount })}>
      <Deliveries details={details} branch={branch} />
      {search !== null && deliveryCount > 0 && (
        <p className="mt-4 print:hidden">
          <PageLink
            href={elsewhere('/manager/deliveries', new URLSearchParams({ lang: query.get('lang') ?? '' }), {
              branch: branch.number,
              q: search,
              period: 'all',
            })}
            className="underline underline-offset-4"
          >
            {t('inJournal')}
          </PageLink>
        </p>
      )}
    </Sheet>
  );
}

/** The POS's deliveries for a course, each with its body. */
function Deliveries({ details, branch }: { details: CourseDetails; branch: ManagerBranch }) {
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
      <div className="px-4 pb-4">
        {delivery.erasedAt === null ? <DeliveryBody delivery={delivery} /> : <p>{t('erased')}</p>}
      </div>
    </details>
  );
}
