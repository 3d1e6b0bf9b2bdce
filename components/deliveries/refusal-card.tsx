'use client';

import { useTranslations } from 'use-intl';
import type { CountedRefusal } from '../../contract/deliveries';
import { useMoment, useWhen } from '../time/use-when';
import { withCommands } from '../with-commands';
import { HeaderFacts } from './facts';
import { Finding } from './finding';
import { useRefusalText } from './use-refusal-text';

/** Refused requests with one cause: its meaning, what to do, and the last of the requests. */
export function RefusalCard({ refusal, timeZone, now }: { refusal: CountedRefusal; timeZone: string; now: number }) {
  const t = useTranslations('deliveries.refused');
  const ago = useWhen(timeZone);
  const moment = useMoment(timeZone);
  const { what, advice } = useRefusalText()(refusal);
  const { subscriptionId, finding, count, firstAt, lastAt, last } = refusal;
  const isTrouble = subscriptionId !== null;
  const claimed = subscriptionId ?? claimedIn(last.headers);
  return (
    <article className="grid gap-3 rounded-xl border border-line bg-sheet p-5 sm:p-6">
      <header>
        <h2 className={`font-bold text-lg leading-snug ${isTrouble ? 'text-trouble' : ''}`}>
          {what}
          <span className="font-semibold text-text"> · {t('times', { count })}</span>
        </h2>
        <p className="text-text-quiet [overflow-wrap:anywhere]">
          {[
            t('last', { when: ago(Date.parse(lastAt), now), address: last.address }),
            count > 1 ? t('first', { when: moment(Date.parse(firstAt), now) }) : null,
            claimed && t('claimed', { id: claimed }),
            t('event', { event: last.event }),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
      </header>
      <div className="max-w-prose text-pretty">
        {finding ? <Finding finding={finding} /> : <p>{withCommands(advice)}</p>}
      </div>
      <details>
        <summary className="min-h-11 content-center font-semibold">{t('headers')}</summary>
        <div className="mt-1 grid gap-3">
          <HeaderFacts headers={last.headers} />
          <p className="text-sm text-text-quiet">{t('cut')}</p>
        </div>
      </details>
    </article>
  );
}

/** The subscription named by a request, known or not. */
function claimedIn(headers: Readonly<Record<string, string>>): string | null {
  return Object.entries(headers).find(([name]) => name.endsWith('-subscription-id'))?.[1] ?? null;
}
