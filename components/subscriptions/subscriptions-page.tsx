'use client';

import { useTranslations } from 'use-intl';
import type { RefusalList, SubscriptionList } from '../../contract/deliveries';
import { CopyLine } from '../clipboard/copy';
import { refusalsOverHttp, subscriptionsOverHttp } from '../deliveries/deliveries-over-http';
import { isLoopback } from '../home/origin';
import { useWatch } from '../live/use-watch';
import { LinkLine } from '../live-dashboard/link-line';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageHead, Sheet } from '../manager/page-head';
import { clockText } from '../time/clock-text';
import { AddSubscription } from './add-subscription';
import { SubscriptionCard } from './subscription-card';

type Answer = {
  list: SubscriptionList;
  /** Null for a manager who may not see every branch. */
  refusals: RefusalList | null;
  /** Server time, epoch ms. */
  at: number;
};
type Props = { first: Answer; branches: readonly ManagerBranch[]; isOwner: boolean; timeZone: string };

/** What may post here: the address for the POS, its subscriptions, and for owners the way to change them. */
export function SubscriptionsPage({ first, branches, isOwner, timeZone }: Props) {
  const t = useTranslations('subscriptions');
  const { answer, now, silentMs } = useWatch(first, {
    ask: first.refusals === null ? askForList : askForAll,
    timeOf: ({ at }) => at,
  });
  const { list, refusals } = answer;
  const base = list.baseUrls[0] ?? '';
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <LinkLine silentMs={silentMs} clock={clockText(answer.at, timeZone, true)} />
      </PageHead>
      <div className="grid grid-cols-1 gap-6">
        <BaseUrl list={list} />
        {list.subscriptions.map((subscription) => (
          <SubscriptionCard
            key={subscription.id}
            subscription={subscription}
            list={list}
            base={base}
            // Newest first.
            refusal={refusals?.refusals.find(({ subscriptionId }) => subscriptionId === subscription.id) ?? null}
            branches={branches}
            isOwner={isOwner}
            timeZone={timeZone}
            now={now}
          />
        ))}
        {isOwner ? <AddSubscription list={list} /> : list.subscriptions.length === 0 && <p>{t('none')}</p>}
      </div>
    </>
  );
}

function BaseUrl({ list }: { list: SubscriptionList }) {
  const t = useTranslations('deliveries.pos');
  const [base = '', ...others] = list.baseUrls;
  const warnings = [
    isLoopback(base) ? t('loopback') : base.startsWith('http:') ? t('plain') : null,
    list.publicUrl === null && !isLoopback(base) ? t('guessed') : null,
  ].filter((warning) => warning !== null);
  return (
    <Sheet title={t('base')} lead={t('baseHint')}>
      <div className="grid gap-2">
        {[base, ...others].map((url) => (
          <CopyLine key={url} text={url} what="baseUrl" />
        ))}
      </div>
      {warnings.map((warning) => (
        <p
          key={warning}
          className="mt-3 max-w-prose rounded-lg border border-notice-line bg-notice px-4 py-3 text-pretty"
        >
          {warning}
        </p>
      ))}
    </Sheet>
  );
}

async function askForList(): Promise<Answer | null> {
  const list = await subscriptionsOverHttp();
  return list && { list: list.answer, refusals: null, at: list.at };
}

async function askForAll(): Promise<Answer | null> {
  const [list, refusals] = await Promise.all([subscriptionsOverHttp(), refusalsOverHttp()]);
  return list && refusals && { list: list.answer, refusals: refusals.answer, at: list.at };
}
