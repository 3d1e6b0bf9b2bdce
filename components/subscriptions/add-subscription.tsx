'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SubscriptionAdded, SubscriptionList } from '../../contract/deliveries';
import { Field, INPUT, REQUIRED } from '../form/field';
import { useForm } from '../form/use-form';
import { MAIN_BUTTON, Sheet } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { eventsOf } from './events-of';
import { NewSecret } from './new-secret';
import { type Signing, SigningFields, USUAL_SIGNING } from './signing-fields';
import { addSubscription } from './subscriptions-over-http';
import { useProblemText } from './use-problem-text';

const TEXT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Makes a subscription, and shows its secret once. */
export function AddSubscription({ list }: { list: SubscriptionList }) {
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

type FormProps = { list: SubscriptionList; onAdded: (added: SubscriptionAdded) => void };

function SubscriptionForm({ list, onAdded }: FormProps) {
  const t = useTranslations('subscriptions.add');
  const pos = useTranslations('deliveries.pos');
  const problemId = useId();
  const problemOf = useProblemText();
  const [signing, setSigning] = useState<Signing>(USUAL_SIGNING);
  const { onSubmit, isBusy, problem } = useForm(async ({ text }) => {
    const secret = text('secret');
    const replied = await addSubscription({ ...signing, id: text('id'), ...(secret === '' ? {} : { secret }) });
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
      <button type="submit" className={`${MAIN_BUTTON} justify-self-start`} aria-disabled={isBusy}>
        {t('make')}
      </button>
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
