'use client';

import { useTranslations } from 'use-intl';
import type { SubscriptionInfo, SubscriptionList } from '../../contract/deliveries';
import { CopyLine } from '../clipboard/copy';
import { useBranchName } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import { eventsOf } from './events-of';
import { SigningFacts } from './signing-facts';

type Props = {
  subscription: SubscriptionInfo;
  list: SubscriptionList;
  base: string;
  branches: readonly ManagerBranch[];
};

/** What both sides agreed on, without the secret. */
export function Agreed({ subscription, list, base, branches: known }: Props) {
  const pos = useTranslations('deliveries.pos');
  const t = useTranslations('subscriptions.row');
  const nameOf = useBranchName(known);
  const { id, event, branches } = subscription;
  return (
    <>
      <div className="grid gap-2">
        <h3 className="font-semibold">{pos('id')}</h3>
        <CopyLine text={id} what="id" />
        {branches && <p>{pos('limited', { branches: branches.map(nameOf).join(', ') })}</p>}
      </div>
      <details>
        <summary className="min-h-11 content-center font-semibold">{t('details')}</summary>
        <div className="mt-1 grid gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
          <div className="grid content-start gap-2">
            <h3 className="font-semibold">{pos('urls')}</h3>
            {eventsOf(list, id).map((name) => (
              <CopyLine key={name} text={`${base}/webhooks/${name}`} what="url" />
            ))}
            {event !== null && <p className="text-text-quiet">{pos('pinned')}</p>}
            <p className="text-text-quiet">{pos('blocking')}</p>
          </div>
          <div className="grid content-start gap-2">
            <h3 className="font-semibold">{pos('signing')}</h3>
            <SigningFacts subscription={subscription} headerPrefix={list.headerPrefix} />
          </div>
        </div>
      </details>
    </>
  );
}
