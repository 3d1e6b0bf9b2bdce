'use client';

import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GuestVisits } from '../../contract/guests';
import type { ManagerBranch } from '../manager/manager-branch';
import { MAIN_BUTTON } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { findGuests, type Known } from './guests-over-http';

type Props = { branches: readonly ManagerBranch[]; found: (known: Known, answer: GuestVisits) => void };

const FIELD = 'min-h-12 w-full rounded-lg border border-text-quiet bg-sheet px-3.5';

/** A form for what is known of a guest. */
export function FindGuests({ branches, found }: Props) {
  const t = useTranslations('guests');
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || null;
    const branch = text('branch');
    const known: Known = {
      ...{ name: text('name'), day: text('day'), table: text('table') },
      branch: branch === null ? null : Number(branch),
    };
    if ((known.name === null && known.day === null) || known.name?.length === 1) return setProblem(t('need'));
    setIsBusy(true);
    const replied = await findGuests(known);
    setIsBusy(false);
    if (replied.is === 'done') found(known, replied.answer);
    setProblem(replied.is === 'done' ? null : replied.is === 'refused' ? replied.why : t('unreachable'));
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="grid max-w-3xl gap-4 sm:grid-cols-[2fr_1fr_1fr]">
      <Field id={`${id}-name`} label={t('name')}>
        <input
          id={`${id}-name`}
          name="name"
          maxLength={200}
          autoComplete="off"
          className={FIELD}
          aria-describedby={`${id}-problem`}
        />
      </Field>
      <Field id={`${id}-day`} label={t('day')}>
        <input id={`${id}-day`} name="day" type="date" className={FIELD} />
      </Field>
      <Field id={`${id}-table`} label={t('table')}>
        <input
          id={`${id}-table`}
          name="table"
          inputMode="numeric"
          pattern="-?[0-9]{1,40}"
          autoComplete="off"
          className={FIELD}
        />
      </Field>
      {branches.length > 1 && (
        <Field id={`${id}-branch`} label={t('branch')}>
          <select id={`${id}-branch`} name="branch" className={FIELD}>
            <option value="">{t('all')}</option>
            {branches.map(({ number, name }) => (
              <option key={number} value={number}>
                {name ?? number}
              </option>
            ))}
          </select>
        </Field>
      )}
      <div className="grid gap-4 sm:col-span-full">
        <ProblemLine id={`${id}-problem`} problem={problem} />
        <button type="submit" className={`${MAIN_BUTTON} justify-self-start`} aria-disabled={isBusy}>
          {t('go')}
        </button>
      </div>
    </form>
  );
}

function Field({ id, label, children }: { id: string; label: string; children: React.ReactNode }) {
  return (
    <p className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
    </p>
  );
}
