'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { WorkplaceNews } from '../../contract/deliveries';
import { useDurations } from '../manager/use-durations';
import { useMoment } from '../time/use-when';

type Props = {
  workplaces: readonly WorkplaceNews[];
  timeZone: string;
  /** Server time, epoch ms. */
  now: number;
};

/** Workplaces of the POS that sent events recently, with silent ones and ones with a deviating clock marked. */
export function Workplaces({ workplaces, timeZone, now }: Props) {
  const t = useTranslations('deliveries.workplaces');
  const durations = useDurations();
  const moment = useMoment(timeZone);
  const title = useId();
  if (workplaces.length === 0) return null;
  return (
    <section aria-labelledby={title} className="mb-6">
      <h2 id={title} className="mb-2 font-semibold text-sm text-text-quiet">
        {t('title')}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {workplaces.map(({ workplace, lastDeliveryAt, quietSince, clockOffMs }) => {
          const last = moment(Date.parse(lastDeliveryAt), now);
          const clock =
            clockOffMs === null ? null : t(clockOffMs < 0 ? 'ahead' : 'behind', { length: durations.text(clockOffMs) });
          return (
            <li key={workplace} className="rounded-xl border border-line bg-sheet px-4 py-2 sm:py-3">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-bold">{t('workplace', { number: String(workplace) })}</span>
                {clock && <span className="font-semibold text-trouble">{clock}</span>}
              </span>
              <span className={quietSince === null ? 'text-text-quiet' : 'font-semibold text-trouble'}>
                {t(quietSince === null ? 'last' : 'quiet', { when: last })}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
