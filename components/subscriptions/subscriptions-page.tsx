'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ALGORITHMS, SECRET_ENCODINGS, SIGNATURE_ENCODINGS } from '../../contract/constants';
import type { RefusalList } from '../../contract/deliveries';
import type { Signing, SubscriptionAdded, SubscriptionList, SubscriptionWish } from '../../contract/subscriptions';
import { isLoopback } from '../browser-values';
import { CopyLine } from '../clipboard/copy';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { callApi, readTimed } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { clockText } from '../time/clock-text';
import { ProblemLine } from '../ui/change';
import { Field, INPUT, REQUIRED, SelectField, useForm } from '../ui/form';
import { PageHead, Sheet, Submit } from '../ui/sheet';
import { NewSecret } from './new-secret';
import { eventsOf, SubscriptionCard } from './subscription-card';
import { useProblemText } from './use-problem-text';

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

/** How the POS signs, and which event it sends if it is only one. */
type Wish = Signing & Pick<SubscriptionWish, 'event'>;

const USUAL_SIGNING: Wish = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' };

type AddSubscriptionProps = {
  events: SubscriptionList['events'];
  signing: Wish;
  choose: (signing: Wish) => void;
};

const TEXT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

type FormProps = { list: SubscriptionList; onAdded: (added: SubscriptionAdded) => void };

/** Makes a subscription, and shows its secret once. */
function AddSubscription({ list }: { list: SubscriptionList }) {
  const [added, setAdded] = useState<SubscriptionAdded | null>(null);
  const t = useTranslations('subscriptions.add');
  if (added)
    return (
      <NewSecret
        {...added}
        base={added.baseUrls[0] ?? ''}
        events={eventsOf(list, added.id)}
        oldUntil={null}
        setSecret={() => setAdded(null)}
      />
    );
  return (
    <Sheet title={t(list.subscriptions.length === 0 ? 'firstTitle' : 'title')} lead={t('lead')}>
      <SubscriptionForm list={list} onAdded={setAdded} />
    </Sheet>
  );
}

function SubscriptionForm({ list, onAdded }: FormProps) {
  const t = useTranslations('subscriptions.add');
  const pos = useTranslations('deliveries.pos');
  const problemId = useId();
  const problemOf = useProblemText();
  const [signing, setSigning] = useState<Wish>(USUAL_SIGNING);
  const { onSubmit, isBusy, problem } = useForm(async ({ text }) => {
    const secret = text('secret');
    const replied = await callApi('POST /api/v1/subscriptions', {
      body: { ...signing, id: text('id'), ...(secret === '' ? {} : { secret }) },
    });
    if (replied.is !== 'done') return problemOf(replied);
    onAdded(replied.answer);
    return null;
  });
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <Field label={pos('id')} describedBy={problemId}>
        {(control) => (
          <input
            {...control}
            {...TEXT}
            {...REQUIRED}
            name="id"
            maxLength={60}
            defaultValue={unusedId(list)}
            className={`${INPUT} max-w-md`}
          />
        )}
      </Field>
      <details>
        <summary className="min-h-11 content-center font-semibold">{t('more')}</summary>
        <div className="mt-1 grid gap-4">
          <Field label={t('secret')} help={t('secretAbout')}>
            {(control) => (
              <input
                {...control}
                {...TEXT}
                name="secret"
                maxLength={500}
                className={`${INPUT} max-w-md font-mono text-sm`}
              />
            )}
          </Field>
          <SigningFields events={list.events} signing={signing} choose={setSigning} />
        </div>
      </details>
      <ProblemLine id={problemId} problem={problem} className="max-w-prose" />
      <Submit isBusy={isBusy}>{t('make')}</Submit>
    </form>
  );
}

function unusedId({ subscriptions }: SubscriptionList): string {
  const used = new Set(subscriptions.map(({ id }) => id));
  let number = 1;
  const idOf = () => (number === 1 ? 'heatlamp' : `heatlamp-${number}`);
  while (used.has(idOf())) number += 1;
  return idOf();
}

/** What was agreed with the POS about its signatures. */
function SigningFields({ events, signing, choose }: AddSubscriptionProps) {
  const t = useTranslations('subscriptions.add');
  const pos = useTranslations('deliveries.pos');
  return (
    <div className="flex flex-wrap gap-4">
      <SelectField
        label={pos('secretEncoding')}
        value={signing.secretEncoding}
        options={SECRET_ENCODINGS.map((value) => ({ value, label: pos(`encoding.${value}`) }))}
        choose={(value) => choose({ ...signing, secretEncoding: oneOf(SECRET_ENCODINGS, value) })}
      />
      <SelectField
        label={pos('algorithm')}
        value={signing.algorithm}
        options={ALGORITHMS.map((value) => ({ value, label: value.toUpperCase() }))}
        choose={(value) => choose({ ...signing, algorithm: oneOf(ALGORITHMS, value) })}
      />
      <SelectField
        label={pos('signatureEncoding')}
        value={signing.signatureEncoding}
        options={SIGNATURE_ENCODINGS.map((value) => ({ value, label: pos(`signature.${value}`) }))}
        choose={(value) => choose({ ...signing, signatureEncoding: oneOf(SIGNATURE_ENCODINGS, value) })}
      />
      <SelectField
        label={pos('events')}
        value={signing.event ?? ''}
        options={[{ value: '', label: t('anyEvent') }, ...events.map((value) => ({ value, label: value }))]}
        choose={(value) => {
          const { event: _, ...others } = signing;
          choose(value === '' ? others : { ...others, event: value });
        }}
      />
    </div>
  );
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  return values.find((value) => value === text) ?? (values[0] as Value);
}
