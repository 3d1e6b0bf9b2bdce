'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SetUp } from '../../contract/set-up';
import type { SubscriptionAdded, SubscriptionList } from '../../contract/subscriptions';
import { isLoopback } from '../browser-values';
import { claimedIn } from '../deliveries/finding';
import { callApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageLink } from '../page-link';
import { SUBSCRIPTIONS } from '../subscriptions/address';
import { LastRefusal } from '../subscriptions/last-refusal';
import { NewSecret } from '../subscriptions/new-secret';
import { eventsOf, SubscriptionCard } from '../subscriptions/subscription-card';
import { useProblemText } from '../subscriptions/use-problem-text';
import { OutcomeLine, useChange } from '../ui/change';
import { BUTTON, Button } from '../ui/sheet';

/** How most POS sign. */
const USUAL = { id: 'heatlamp', secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' } as const;

type Props = {
  setUp: SetUp;
  branches: readonly ManagerBranch[];
  now: number;
  timeZone: string;
  /** Goes on with the other steps; null once the POS has posted. */
  goOn: (() => void) | null;
};

/** Makes a subscription, shows what to enter in the POS, and waits for the first delivery. */
export function PosStep({ setUp, branches, now, timeZone, goOn }: Props) {
  const t = useTranslations('setUp.pos');
  const { subscriptions: list, refusals } = setUp;
  const [added, setAdded] = useState<{ id: string; secret: string | null } | null>(null);
  // The last refusal of a subscription: the list begins with the newest.
  const refusalOf = (id: string) => refusals.find(({ subscriptionId }) => subscriptionId === id) ?? null;
  const base = list.baseUrls[0] ?? '';
  if (added === null && list.subscriptions.length === 0)
    return (
      <div className="grid grid-cols-1 gap-6">
        <MakeSubscription onMade={setAdded} />
        {goOn && <Onwards lead={t('without')} label={t('goOn')} goOn={goOn} />}
      </div>
    );
  const unused = added?.id ?? newestUnused(list);
  const refused = unused !== null && refusalOf(unused);
  return (
    <div className="grid gap-4">
      {unused !== null && (
        <NewSecret
          id={unused}
          secret={added?.secret ?? null}
          base={base}
          events={eventsOf(list, unused)}
          oldUntil={null}
          setSecret={(secret) => setAdded({ id: unused, secret })}
        />
      )}
      {refused && <LastRefusal refusal={refused} isFixed={false} isOwner timeZone={timeZone} now={now} />}
      {list.subscriptions
        .filter(({ id }) => id !== unused)
        .map((subscription) => (
          <SubscriptionCard
            key={subscription.id}
            subscription={subscription}
            list={list}
            base={base}
            refusal={refusalOf(subscription.id)}
            branches={branches}
            isOwner
            timeZone={timeZone}
            now={now}
          />
        ))}
      {isLoopback(base) && (
        <p className="rounded-lg bg-notice px-4 py-3 text-pretty">{t('loopback', { address: base })}</p>
      )}
      <Waiting setUp={setUp} />
      {goOn && <Onwards lead={t('meanwhile')} label={t('goOnMeanwhile')} goOn={goOn} />}
    </div>
  );
}

function MakeSubscription({ onMade }: { onMade: (added: SubscriptionAdded) => void }) {
  const t = useTranslations('setUp.pos');
  const { isBusy, outcome, run } = useChange(useProblemText());
  const make = () =>
    run(callApi('POST /api/v1/subscriptions', { body: USUAL }), (added) => {
      onMade(added);
      return null;
    });
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <OutcomeLine outcome={outcome} />
      <Button isMain isBusy={isBusy} className="min-h-12 justify-self-start" press={make}>
        {t('make')}
      </Button>
      <p className="text-text-quiet">
        {t('otherwise')}{' '}
        <PageLink href={SUBSCRIPTIONS} className="underline underline-offset-4">
          {t('otherwiseLink')}
        </PageLink>
      </p>
    </div>
  );
}

/** Goes on with the other steps before the POS has posted. */
function Onwards({ lead, label, goOn }: { lead: string; label: string; goOn: () => void }) {
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <p className="max-w-prose text-pretty">{lead}</p>
      <button type="button" className={`${BUTTON} min-h-12 justify-self-start`} onClick={goOn}>
        {label}
      </button>
    </div>
  );
}

/** Whether something has come, and what is wrong with it. Refused requests of a subscription are on its card. */
function Waiting({ setUp: { newest, refusals, subscriptions } }: { setUp: SetUp }) {
  const t = useTranslations('setUp.pos');
  const since = subscriptions.subscriptions[0]?.createdAt ?? '';
  const unknownSender = refusals.find(
    ({ subscriptionId, code, lastAt }) => !subscriptionId && isPos(code) && lastAt > since,
  );
  const claimed = claimedIn(unknownSender?.last.headers ?? {});
  const isUnread = newest?.outcome === 'unreadable';
  return (
    <div role="status" className="grid gap-2">
      {unknownSender && (
        <p className="rounded-lg bg-shade p-4 font-semibold text-trouble">
          {claimed ? t('unknownId', { id: claimed }) : t('noId', { address: unknownSender.last.address })}
        </p>
      )}
      {newest && newest.outcome !== 'applied' ? (
        <p className="rounded-lg bg-shade p-4">
          <span className="font-semibold">{t(isUnread ? 'unread' : 'other', { event: newest.event })}</span>{' '}
          <PageLink href="/manager/deliveries" className="underline underline-offset-4">
            {t('deliveries')}
          </PageLink>
        </p>
      ) : (
        <p className="flex items-center gap-3 font-semibold">
          <span
            aria-hidden="true"
            className={`h-3 w-3 shrink-0 rounded-full bg-accent ${newest ? '' : 'motion-safe:animate-pulse'}`}
          />
          {t(newest ? 'arrived' : 'waits')}
        </p>
      )}
    </div>
  );
}

/** A browser that opens the address, for example, is not the POS. */
function isPos(code: string): boolean {
  return code === 'INVALID_SUBSCRIPTION_ID' || code === 'NO_SUBSCRIPTION_ID';
}

/** The newest subscription that the POS has not used yet. */
function newestUnused({ subscriptions }: SubscriptionList): string | null {
  const unused = subscriptions.filter(({ lastDeliveryAt, secrets }) => lastDeliveryAt === null && secrets > 0);
  return unused.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.id ?? null;
}
