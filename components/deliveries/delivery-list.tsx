'use client';

import { Fragment, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { BranchGap, ListedDelivery } from '../../contract/deliveries';
import { LOCALES } from '../../lib/language';
import { GapRow } from '../gaps/gap-lines';
import { readApi } from '../manager/call-api';
import { dayTextIn } from '../manager/day-text';
import { useMoment } from '../time/when';
import { BUTTON } from '../ui/sheet';
import { DeliveryRow } from './delivery-row';
import { type Received, SEARCH_MS } from './use-deliveries';

type OlderProps = { deliveries: Received; query: Record<string, string>; timeZone: string; now: number };

type Props = {
  deliveries: readonly ListedDelivery[];
  /** Time ranges in which events may be missing, each shown above the delivery before it. */
  gaps?: readonly BranchGap[];
  timeZone: string;
  now: number;
  branch: number;
  /** Ids of the expanded deliveries. */
  open: ReadonlySet<string>;
  toggled: (id: string, isOpen: boolean) => void;
  replayed: (delivery: ListedDelivery) => void;
};

/** Deliveries grouped by day of receipt in the branch's time zone. */
export function DeliveryList({ deliveries, gaps = [], open, ...rest }: Props) {
  const t = useTranslations('deliveries.list');
  const locale = LOCALES[useLocale()];
  const above = new Map<string | undefined, BranchGap[]>();
  for (const gap of gaps) {
    // A gap without any delivery after it goes to the top of the list.
    const below = deliveries.find(({ receivedAt }) => receivedAt < gap.to)?.id;
    above.set(below, [...(above.get(below) ?? []), gap]);
  }
  return (
    <section aria-label={t('label')} className="grid gap-5">
      {byDay(deliveries, rest.timeZone).map(([day, ofDay]) => (
        <section key={day}>
          <h2 className="mb-2 font-semibold first-letter:uppercase">{dayTextIn(locale, day, 'weekday')}</h2>
          <div className="overflow-hidden rounded-xl border border-line bg-sheet">
            {ofDay.map((delivery) => (
              <Fragment key={delivery.id}>
                {(above.get(delivery.id) ?? []).map((gap) => (
                  <GapRow key={`${gap.from} ${gap.cause}`} gap={gap} timeZone={rest.timeZone} />
                ))}
                <DeliveryRow delivery={delivery} isOpen={open.has(delivery.id)} {...rest} />
              </Fragment>
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

function byDay(deliveries: readonly ListedDelivery[], timeZone: string): [day: string, ListedDelivery[]][] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = new Map<string, ListedDelivery[]>();
  for (const delivery of deliveries) {
    const day = format.format(Date.parse(delivery.receivedAt));
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(delivery);
    else days.set(day, [delivery]);
  }
  return [...days];
}

/**
 * Loads older deliveries; after a search that stopped at its limit it says how far that got, and continues from there.
 */
export function Older({ deliveries: { store, shown, nextCursor, lookedBackTo }, query, timeZone, now }: OlderProps) {
  const t = useTranslations('deliveries.list');
  const moment = useMoment(timeZone);
  const [state, setState] = useState<'waits' | 'loads' | 'failed'>('waits');
  if (nextCursor === null) return shown.length > 0 ? <p className="mt-5 text-text-quiet">{t('end')}</p> : null;

  async function load(cursor: string): Promise<void> {
    setState('loads');
    const received = await readApi('GET /api/v1/deliveries', { query: { ...query, cursor }, withinMs: SEARCH_MS });
    setState(received ? 'waits' : 'failed');
    if (received) store.append(received);
  }

  const when = lookedBackTo && moment(Date.parse(lookedBackTo), now);
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <button type="button" className={BUTTON} disabled={state === 'loads'} onClick={() => void load(nextCursor)}>
        {t(state === 'loads' ? 'loading' : when ? 'further' : 'older')}
      </button>
      <p role="status" className="text-text-quiet">
        {state === 'failed' ? t('failed') : when && t(shown.length === 0 ? 'noneYet' : 'lookedBack', { when })}
      </p>
    </div>
  );
}
