'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GuestSearch, GuestVisits } from '../../contract/guests';
import { callApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { ProblemLine, useProblemTextOf } from '../ui/change';
import { Field, type Fields, INPUT, useForm } from '../ui/form';
import { PageHead, Sheet, Submit } from '../ui/sheet';
import { VisitList } from './visit-list';

type Props = { branches: readonly ManagerBranch[]; found: (known: GuestSearch, answer: GuestVisits) => void };

/** Finds visits of a guest, and erases their names. */
export function GuestsPage({ branches }: { branches: readonly ManagerBranch[] }) {
  const t = useTranslations('guests');
  const [found, setFound] = useState<{ known: GuestSearch; answer: GuestVisits; at: number } | null>(null);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className="grid grid-cols-1 gap-6">
        <Sheet title={t('find')} lead={t('findLead')}>
          <FindGuests branches={branches} found={(known, answer) => setFound({ known, answer, at: Date.now() })} />
        </Sheet>
        <p role="status" className="sr-only">
          {found && t('found', { count: found.answer.visits.length })}
        </p>
        {found && (
          <Sheet title={t('found', { count: found.answer.visits.length })}>
            <VisitList key={found.at} {...found} branches={branches} />
          </Sheet>
        )}
      </div>
    </>
  );
}

/** A form for what is known of a guest. */
function FindGuests({ branches, found }: Props) {
  const t = useTranslations('guests');
  const problemId = useId();
  const problemOf = useProblemTextOf((key) => t(key));
  const { onSubmit, isBusy, problem } = useForm(async (fields) => {
    const known = knownOf(fields);
    if ((known.name === null && known.day === null) || known.name?.length === 1) return t('need');
    // The name is in the body, so that it is in no address and no log.
    const replied = await callApi('POST /api/v1/guests/find', { body: known });
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
        <Submit isBusy={isBusy}>{t('go')}</Submit>
      </div>
    </form>
  );
}

function knownOf({ text }: Fields): GuestSearch {
  const branch = text('branch');
  return {
    ...{ name: text('name') || null, day: text('day') || null, table: text('table') || null },
    branch: branch === '' ? null : Number(branch),
  };
}
