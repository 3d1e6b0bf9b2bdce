'use client';

import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  ALGORITHMS,
  SECRET_ENCODINGS,
  SIGNATURE_ENCODINGS,
  type SubscriptionAdded,
  type SubscriptionList,
} from '../../contract/deliveries';
import { SelectField } from '../manager/fields';
import { MAIN_BUTTON, Sheet } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { eventsOf } from './events-of';
import { NewSecret } from './new-secret';
import { addSubscription, type SubscriptionWish } from './subscriptions-over-http';
import { useProblemText } from './use-problem-text';

const USUAL = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' } as const;
const FIELD = 'min-h-12 w-full max-w-md rounded-lg border border-text-quiet bg-sheet px-3.5';

/** Makes a subscription, and shows its secret once. */
export function AddSubscription({ list }: { list: SubscriptionList }) {
  const t = useTranslations('subscriptions.add');
  const [added, setAdded] = useState<SubscriptionAdded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problemOf = useProblemText();
  const save = async (wish: SubscriptionWish) => {
    setIsBusy(true);
    const replied = await addSubscription(wish);
    setIsBusy(false);
    setProblem(replied.is === 'done' ? null : problemOf(replied));
    if (replied.is === 'done') setAdded(replied.answer);
  };
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
      <Form list={list} problem={problem} isBusy={isBusy} save={(wish) => void save(wish)} />
    </Sheet>
  );
}

type FormProps = {
  list: SubscriptionList;
  problem: string | null;
  isBusy: boolean;
  save: (wish: SubscriptionWish) => void;
};

function Form({ list, problem, isBusy, save }: FormProps) {
  const t = useTranslations('subscriptions.add');
  const pos = useTranslations('deliveries.pos');
  const id = useId();
  const [agreed, setAgreed] = useState<Omit<SubscriptionWish, 'id'>>(USUAL);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const secret = String(form.get('secret') ?? '').trim();
    if (!isBusy) save({ ...agreed, id: String(form.get('id') ?? '').trim(), ...(secret === '' ? {} : { secret }) });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <p className="grid gap-1.5">
        <label htmlFor={`${id}-id`} className="font-semibold">
          {pos('id')}
        </label>
        <input
          id={`${id}-id`}
          name="id"
          required
          maxLength={60}
          defaultValue={unusedId(list)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={`${id}-problem`}
          className={FIELD}
        />
      </p>
      <details>
        <summary className="min-h-11 content-center font-semibold">{t('more')}</summary>
        <div className="mt-1 grid gap-4">
          <p className="grid gap-1.5">
            <label htmlFor={`${id}-secret`} className="font-semibold">
              {t('secret')}
            </label>
            <input
              id={`${id}-secret`}
              name="secret"
              maxLength={500}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby={`${id}-secret-about`}
              className={`${FIELD} font-mono text-sm`}
            />
            <span id={`${id}-secret-about`} className="text-text-quiet">
              {t('secretAbout')}
            </span>
          </p>
          <div className="flex flex-wrap gap-4">
            <SelectField
              label={pos('secretEncoding')}
              value={agreed.secretEncoding}
              options={SECRET_ENCODINGS.map((value) => ({ value, label: pos(`encoding.${value}`) }))}
              choose={(value) => setAgreed({ ...agreed, secretEncoding: oneOf(SECRET_ENCODINGS, value) })}
            />
            <SelectField
              label={pos('algorithm')}
              value={agreed.algorithm}
              options={ALGORITHMS.map((value) => ({ value, label: value.toUpperCase() }))}
              choose={(value) => setAgreed({ ...agreed, algorithm: oneOf(ALGORITHMS, value) })}
            />
            <SelectField
              label={pos('signatureEncoding')}
              value={agreed.signatureEncoding}
              options={SIGNATURE_ENCODINGS.map((value) => ({ value, label: pos(`signature.${value}`) }))}
              choose={(value) => setAgreed({ ...agreed, signatureEncoding: oneOf(SIGNATURE_ENCODINGS, value) })}
            />
            <SelectField
              label={pos('events')}
              value={agreed.event ?? ''}
              options={[{ value: '', label: t('anyEvent') }, ...list.events.map((value) => ({ value, label: value }))]}
              choose={(value) => {
                const { event: _, ...others } = agreed;
                setAgreed(value === '' ? others : { ...others, event: value });
              }}
            />
          </div>
        </div>
      </details>
      <ProblemLine id={`${id}-problem`} problem={problem} className="max-w-prose" />
      <button type="submit" className={`${MAIN_BUTTON} justify-self-start`} aria-disabled={isBusy}>
        {t('make')}
      </button>
    </form>
  );
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  return values.find((value) => value === text) ?? (values[0] as Value);
}

function unusedId({ subscriptions }: SubscriptionList): string {
  const used = new Set(subscriptions.map(({ id }) => id));
  let number = 1;
  const idOf = () => (number === 1 ? 'heatlamp' : `heatlamp-${number}`);
  while (used.has(idOf())) number += 1;
  return idOf();
}
