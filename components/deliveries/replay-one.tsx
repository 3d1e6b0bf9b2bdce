'use client';

import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedDelivery } from '../../contract/deliveries';
import { BUTTON } from '../manager/page-head';
import { deliveryOverHttp, replayOneOverHttp } from './deliveries-over-http';

type Props = { delivery: ListedDelivery; replayed: (delivery: ListedDelivery) => void; children: ReactNode };

/** Reads one delivery again and shows the result. */
export function ReplayOne({ delivery, replayed, children }: Props) {
  const t = useTranslations('deliveries.replay');
  const [result, setResult] = useState<'oneApplied' | 'oneNot' | 'failed' | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const { id, outcome } = delivery;
  const mayBeRead = (outcome === 'unreadable' || outcome === 'ignored') && delivery.erasedAt === null;
  if (!mayBeRead && result === null) return null;

  async function replay(): Promise<void> {
    setIsWorking(true);
    const done = await replayOneOverHttp(id);
    const now = done && (await deliveryOverHttp(id));
    setIsWorking(false);
    if (!done || !now) return setResult('failed');
    replayed(now.answer);
    setResult(done.answer.applied > 0 || now.answer.outcome !== outcome ? 'oneApplied' : 'oneNot');
  }

  return (
    <div className="grid justify-items-start gap-3">
      {mayBeRead && children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayBeRead && (
          <button type="button" className={BUTTON} onClick={() => void replay()} disabled={isWorking}>
            {t('one')}
          </button>
        )}
        <p role="status" className={result === 'oneApplied' ? 'font-semibold text-accent' : ''}>
          {result && t(result)}
        </p>
      </div>
    </div>
  );
}
