'use client';

import { useTranslations } from 'use-intl';
import type { CountedRefusal, RefusalList } from '../../contract/deliveries';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { readTimed, type Timed } from '../manager/call-api';
import { clockText } from '../time/clock-text';
import { useMoment, useWhen } from '../time/when';
import { Empty } from '../ui/sheet';
import { HeaderFacts } from './facts';
import { Finding, useRefusalText } from './finding';

const WATCH = { ask: () => readTimed('GET /api/v1/refusals', {}), timeOf: ({ at }: Timed<RefusalList>) => at };

/** Only requests that name a subscription of ours need attention; unknown clients always cause some refusals. */
const isOurs = ({ subscriptionId }: CountedRefusal) => subscriptionId !== null;

/** Live list of refused requests by cause. `serverTime` is the time of rendering, epoch ms. */
export function Refused({ first, serverTime, timeZone }: { first: RefusalList; serverTime: number; timeZone: string }) {
  const t = useTranslations('deliveries.refused');
  const moment = useMoment(timeZone);
  const { answer, now, silentMs } = useWatch({ answer: first, at: serverTime }, WATCH);
  const { since, refusals } = answer.answer;
  const when = moment(Date.parse(since), now);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose text-pretty text-text-quiet">
          {t('lead')} {t('since', { when })}
        </p>
        <LinkLine silentMs={silentMs} clock={clockText(answer.at, timeZone, true)} />
      </div>
      {refusals.length === 0 ? (
        <Empty title={t('noneTitle')}>{t('none', { when })}</Empty>
      ) : (
        <ul className="grid gap-4">
          {[...refusals.filter(isOurs), ...refusals.filter((refusal) => !isOurs(refusal))].map((refusal) => (
            <li key={`${refusal.code} ${refusal.problem} ${refusal.subscriptionId}`}>
              <RefusalCard refusal={refusal} timeZone={timeZone} now={now} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Refused requests with one cause: its meaning, what to do, and the last of the requests. */
function RefusalCard({ refusal, timeZone, now }: { refusal: CountedRefusal; timeZone: string; now: number }) {
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
      <div className="max-w-prose text-pretty">{finding ? <Finding finding={finding} /> : <p>{advice}</p>}</div>
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
