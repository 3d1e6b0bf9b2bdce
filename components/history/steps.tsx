'use client';

import { useTranslations } from 'use-intl';
import type { CourseDetails } from '../../contract/history';
import { clockText } from '../time/clock-text';

/** Times of start, completion and serve by the POS's clock; missing events are marked. */
export function Steps({ details: { ticket }, timeZone }: { details: CourseDetails; timeZone: string }) {
  const t = useTranslations('course');
  const step = useTranslations('course.step');
  const steps = [
    { name: 'started', at: ticket.startedAt },
    { name: 'ready', at: ticket.readyAt },
    ...(ticket.collected ? [{ name: 'collected', at: ticket.collected.at } as const] : []),
    { name: 'served', at: ticket.servedAt },
    ...(ticket.presumedServed ? [{ name: 'presumed', at: ticket.presumedServed.at } as const] : []),
    ...(ticket.closedBy === 'heatlamp' ? [{ name: 'closed', at: ticket.closedAt } as const] : []),
  ] as const;
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1.5">
      {steps.map(({ name, at }) => (
        <div
          key={name}
          className="col-span-2 flex grid-cols-subgrid justify-between supports-[grid-template-columns:subgrid]:grid border-line border-b pb-1.5 last:border-0 last:pb-0"
        >
          <dt>{step(name)}</dt>
          <dd className={at === null ? 'text-text-quiet' : 'font-semibold tabular-nums'}>
            {at === null ? t('never') : clockText(Date.parse(at), timeZone, true)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
