'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { BUTTON } from '../manager/page-head';
import { useMoment } from '../time/when';
import { deliveriesOverHttp } from './deliveries-over-http';
import type { Received } from './use-deliveries';

type Props = { deliveries: Received; query: Record<string, string>; timeZone: string; now: number };

/**
 * Loads older deliveries; after a search that stopped at its limit it says how far that got, and continues from there.
 */
export function Older({ deliveries: { store, shown, nextCursor, lookedBackTo }, query, timeZone, now }: Props) {
  const t = useTranslations('deliveries.list');
  const moment = useMoment(timeZone);
  const [state, setState] = useState<'waits' | 'loads' | 'failed'>('waits');
  if (nextCursor === null) return shown.length > 0 ? <p className="mt-5 text-text-quiet">{t('end')}</p> : null;

  async function load(cursor: string): Promise<void> {
    setState('loads');
    const received = await deliveriesOverHttp({ ...query, cursor });
    setState(received ? 'waits' : 'failed');
    if (received) store.append(received.answer);
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
