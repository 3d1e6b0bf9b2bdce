'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CountedRefusal } from '../../contract/deliveries';
import type { SecretAdded, SubscriptionInfo, SubscriptionList } from '../../contract/subscriptions';
import { CopyLine } from '../clipboard/copy';
import { Facts } from '../deliveries/facts';
import { BranchBoxes, useBranchName } from '../manager/branch-boxes';
import { callApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { useMoment, useWhen } from '../time/when';
import { Confirm, OutcomeLine, SaveOrCancel, StepButton, useChange } from '../ui/change';
import { submitHandler } from '../ui/form';
import { Button, Sheet } from '../ui/sheet';
import { LastRefusal } from './last-refusal';
import { NewSecret, ShowSecret } from './new-secret';
import { useProblemText } from './use-problem-text';

type BranchLimitProps = {
  limit: readonly number[] | null;
  branches: readonly ManagerBranch[];
  isBusy: boolean;
  save: (branches: readonly number[] | null) => void;
  cancel: () => void;
};

type ChangeSubscriptionProps = {
  subscription: SubscriptionInfo;
  isRotating: boolean;
  branches: readonly ManagerBranch[];
  /** Shows a new secret, once. */
  show: (added: SecretAdded) => void;
};
type Step = 'finish' | 'limit' | 'remove';

type SigningFactsProps = { subscription: SubscriptionInfo; headerPrefix: string | null };

type AgreedProps = {
  subscription: SubscriptionInfo;
  list: SubscriptionList;
  base: string;
  branches: readonly ManagerBranch[];
};

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

/** What both sides agreed on, without the secret. */
function Agreed({ subscription, list, base, branches: known }: AgreedProps) {
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

/** How a subscription signs, as it must also be set in the POS's back office. */
function SigningFacts({ subscription, headerPrefix }: SigningFactsProps) {
  const t = useTranslations('deliveries.pos');
  const { secretEncoding, signatureEncoding, algorithm } = subscription;
  return (
    <Facts
      facts={[
        [t('secretEncoding'), t(`encoding.${secretEncoding}`)],
        [t('algorithm'), `HMAC-${algorithm.toUpperCase()}`],
        [t('signatureEncoding'), t(`signature.${signatureEncoding}`)],
        [t('headers'), headerPrefix === null ? t('anyHeaders') : headersOf(headerPrefix)],
      ]}
    />
  );
}

function headersOf(prefix: string): string {
  const brand = prefix
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
  return `X-${brand}-Subscription-Id, X-${brand}-Signature`;
}

/** What an owner can do about a subscription. */
function ChangeSubscription({ subscription, isRotating, branches, show }: ChangeSubscriptionProps) {
  const { id, branches: limit = null } = subscription;
  const t = useTranslations('subscriptions.row');
  const [open, setOpen] = useState<Step | null>(null);
  const { isBusy, outcome, run } = useChange(useProblemText());
  const nameOf = useBranchName(branches);
  const close = () => setOpen(null);
  const query = { id };
  const rotate = () =>
    run(callApi('POST /api/v1/subscriptions/:id/rotate', { query }), (added) => {
      show(added);
      return null;
    });
  const sendLimit = (to: readonly number[] | null) =>
    callApi('POST /api/v1/subscriptions/:id/limit', { query, body: { branches: to } });
  const limitTo = async (to: readonly number[] | null) => {
    const isDone = await run(sendLimit(to), () => ({
      text: to === null ? t('unlimited') : t('limitedTo', { branches: to.map(nameOf).join(', ') }),
      undo: () => void run(sendLimit(limit), () => ({ text: t('undone'), undo: null })),
    }));
    if (isDone) close();
  };
  const confirm = async () => {
    const step = open === 'finish' ? 'finish' : 'remove';
    if (await run(callApi(`POST /api/v1/subscriptions/:id/${step}`, { query }), () => null)) close();
  };
  const buttonOf = (step: Step) => (
    <StepButton step={step} open={open} setOpen={setOpen}>
      {t(step)}
    </StepButton>
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isRotating ? (
          buttonOf('finish')
        ) : (
          <Button isBusy={isBusy} press={rotate}>
            {t('rotate')}
          </Button>
        )}
        {buttonOf('limit')}
        {buttonOf('remove')}
      </div>
      {open === 'limit' && (
        <BranchLimit limit={limit} branches={branches} isBusy={isBusy} save={(to) => void limitTo(to)} cancel={close} />
      )}
      {(open === 'finish' || open === 'remove') && (
        <Confirm
          lead={open === 'finish' ? t('finishLead') : t('removeLead', { id })}
          now={t(`${open}Now`)}
          keep={t('keep')}
          isBusy={isBusy}
          confirm={() => void confirm()}
          cancel={close}
        />
      )}
      <OutcomeLine outcome={outcome} />
    </>
  );
}

/** The branches of which a subscription may send; none chosen stands for all. */
function BranchLimit({ limit, branches, isBusy, save, cancel }: BranchLimitProps) {
  const t = useTranslations('subscriptions.limit');
  const [chosen, setChosen] = useState<readonly number[]>(limit ?? []);
  const onSubmit = submitHandler(() => isBusy || save(chosen.length === 0 ? null : chosen));
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-1 gap-3 rounded-lg bg-shade p-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <BranchBoxes label={t('branches')} first={limit ?? []} branches={branches} chosen={chosen} choose={setChosen} />
      <SaveOrCancel save={t(chosen.length === 0 ? 'all' : 'save')} keep={t('cancel')} isOff={isBusy} cancel={cancel} />
    </form>
  );
}

/** The events that the POS sends for a subscription: the one to which it is pinned, or all of the kitchen. */
export function eventsOf({ events, subscriptions }: SubscriptionList, id: string): readonly string[] {
  const event = subscriptions.find((subscription) => subscription.id === id)?.event ?? null;
  return event === null ? events : [event];
}
