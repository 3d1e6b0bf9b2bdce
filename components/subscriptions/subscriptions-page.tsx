'use client';

import { useTranslations } from 'use-intl';
import type { RefusalList } from '../../contract/deliveries';
import type { SubscriptionList } from '../../contract/subscriptions';
import { isLoopback } from '../browser-values';
import { CopyLine } from '../clipboard/copy';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { readTimed } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { clockText } from '../time/clock-text';
import { PageHead, Sheet } from '../ui/sheet';
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
  const list = await readTimed('GET /api/v1/subscriptions', {});
  return list && { list: list.answer, refusals: null, at: list.at };
}

async function askForAll(): Promise<Answer | null> {
  const [list, refusals] = await Promise.all([
    readTimed('GET /api/v1/subscriptions', {}),
    readTimed('GET /api/v1/refusals', {}),
  ]);
  return list && refusals && { list: list.answer, refusals: refusals.answer, at: list.at };
}
