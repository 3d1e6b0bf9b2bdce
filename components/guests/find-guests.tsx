'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { GuestVisits } from '../../contract/guests';
import { Field, INPUT } from '../form/field';
import { type Fields, useForm } from '../form/use-form';
import type { ManagerBranch } from '../manager/manager-branch';
import { MAIN_BUTTON } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { useProblemTextOf } from '../manager/problem-text';
import { findGuests, type Known } from './guests-over-http';

type Props = { branches: readonly ManagerBranch[]; found: (known: Known, answer: GuestVisits) => void };

/** A form for what is known of a guest. */
export function FindGuests({ branches, found }: Props) {
  const t = useTranslations('guests');
  const problemId = useId();
  const problemOf = useProblemTextOf((key) => t(key));
  const { onSubmit, isBusy, problem } = useForm(async (fields) => {
    const known = knownOf(fields);
    if ((known.name === null && known.day === null) || known.name?.length === 1) return t('need');
    const replied = await findGuests(known);
    if (replied.is === 'done') found(known, replied.answer);
    return replied.is === 'done' ? null : problemOf(replied);
  });
  return (
    <form onSubmit={onSubmit} className="grid max-w-3xl gap-4 sm:grid-cols-[2fr_1fr_1fr]">
      <Field label={t('name')} describedBy={problemId}>
        {(control) => <input {...control} name="name" maxLength={200} autoComplete="off" className={INPUT} />}
      </Field>
      <Field label={t('day')}>{(control) => <input {...control} name="day" type="date" className={INPUT} />}</Field>
      <Field label={t('table')}>
        {(control) => (
          <input
            {...control}
            name="table"
            inputMode="numeric"
            pattern="-?[0-9]{1,40}"
            autoComplete="off"
            className={INPUT}
          />
        )}
      </Field>
      {branches.length > 1 && (
        <Field label={t('branch')}>
          {(control) => (
            <select {...control} name="branch" className={INPUT}>
              <option value="">{t('all')}</option>
              {branches.map(({ number, name }) => (
                <option key={number} value={number}>
                  {name ?? number}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:col-span-full">
        <ProblemLine id={problemId} problem={problem} />
        <button type="submit" className={`${MAIN_BUTTON} justify-self-start`} aria-disabled={isBusy}>
          {t('go')}
        </button>
      </div>
    </form>
  );
}

function knownOf({ text }: Fields): Known {
  const branch = text('branch');
  return {
    ...{ name: text('name') || null, day: text('day') || null, table: text('table') || null },
    branch: branch === '' ? null : Number(branch),
  };
}
