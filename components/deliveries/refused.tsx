'use client';

import { useTranslations } from 'use-intl';
import type { CountedRefusal, RefusalList } from '../../contract/deliveries';
import { useWatch } from '../live/use-watch';
import { LinkLine } from '../live-dashboard/link-line';
import { Empty } from '../manager/empty';
import { clockText } from '../time/clock-text';
import { useMoment } from '../time/use-when';
import { refusalsOverHttp, type TimedAnswer } from './deliveries-over-http';
import { RefusalCard } from './refusal-card';

const WATCH = { ask: refusalsOverHttp, timeOf: ({ at }: TimedAnswer<RefusalList>) => at };

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
