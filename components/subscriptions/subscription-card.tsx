'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CountedRefusal, SubscriptionInfo, SubscriptionList } from '../../contract/deliveries';
import type { ManagerBranch } from '../manager/manager-branch';
import { Sheet } from '../manager/page-head';
import { useMoment, useWhen } from '../time/use-when';
import { Agreed } from './agreed';
import { ChangeSubscription } from './change-subscription';
import { eventsOf } from './events-of';
import { LastRefusal } from './last-refusal';
import { NewSecret } from './new-secret';
import { ShowSecret } from './show-secret';

type Props = {
  subscription: SubscriptionInfo;
  list: SubscriptionList;
  base: string;
  /** The last request of it that was refused; null if none was, or for a manager who may not see it. */
  refusal: CountedRefusal | null;
  branches: readonly ManagerBranch[];
  isOwner: boolean;
  timeZone: string;
  now: number;
};

/** A subscription: what it is, what it last sent, and what an owner can do about it. */
export function SubscriptionCard(props: Props) {
  const { subscription, list, base, refusal, branches, isOwner, timeZone, now } = props;
  const { id, lastDeliveryAt, oldSecretUntil, isSecretUnused: isUnused } = subscription;
  const t = useTranslations('subscriptions.row');
  const pos = useTranslations('deliveries.pos');
  const when = useWhen(timeZone);
  const moment = useMoment(timeZone);
  const [secret, setSecret] = useState<string | null>(null);
  const isRotating = oldSecretUntil !== null && subscription.secrets > 1;
  return (
    <Sheet
      title={pos('subscription', { id })}
      lead={
        lastDeliveryAt === null ? pos('never') : pos('lastDelivery', { when: when(Date.parse(lastDeliveryAt), now) })
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {refusal && (
          <LastRefusal
            refusal={refusal}
            isFixed={lastDeliveryAt !== null && lastDeliveryAt > refusal.lastAt}
            isOwner={isOwner}
            timeZone={timeZone}
            now={now}
          />
        )}
        {secret !== null && (
          <NewSecret
            id={id}
            secret={secret}
            base={base}
            events={eventsOf(list, id)}
            oldUntil={isRotating ? moment(Date.parse(oldSecretUntil), now) : null}
            setSecret={setSecret}
          />
        )}
        <Agreed subscription={subscription} list={list} base={base} branches={branches} />
        <p className="max-w-prose text-pretty">
          {isRotating
            ? t('twoSecrets', { when: moment(Date.parse(oldSecretUntil), now) })
            : t(subscription.secrets === 0 ? 'noSecret' : isUnused ? 'unusedSecret' : 'oneSecret')}{' '}
          {isRotating && isUnused && `${t('unusedNew')} `}
          {!isOwner && t('askOwner')}
        </p>
        {isOwner && isUnused && secret === null && <ShowSecret id={id} show={setSecret} />}
        {isOwner && (
          <ChangeSubscription
            subscription={subscription}
            isRotating={isRotating}
            branches={branches}
            show={(added) => setSecret(added.secret)}
          />
        )}
      </div>
    </Sheet>
  );
}
