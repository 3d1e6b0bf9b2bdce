'use client';

import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SetUp } from '../../contract/set-up';
import { useTimeZone } from '../browser';
import { MAIN_BUTTON } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { saveBranch } from './set-up-over-http';
import { unnamedBranch } from './steps';

const FIELD = 'min-h-12 w-full max-w-md rounded-lg border border-text-quiet bg-sheet px-3.5';
const USUAL = { number: 1, cutOff: '04:00' };

type Props = { setUp: SetUp; whenSaved: () => void };

/** Name, time zone and business day of a branch: one without a name, else the first. */
export function BranchStep({ setUp, whenSaved }: Props) {
  const branch = unnamedBranch(setUp) ?? setUp.branches[0] ?? null;
  // Another branch starts another form.
  return <BranchForm key={branch?.number ?? 'new'} branch={branch} whenSaved={whenSaved} />;
}

function BranchForm({ branch, whenSaved }: { branch: SetUp['branches'][number] | null; whenSaved: () => void }) {
  const t = useTranslations('setUp.branch');
  const id = useId();
  const ownZone = useTimeZone('UTC');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const number = branch?.number ?? Number(text('number'));
    setIsBusy(true);
    const replied = await saveBranch({ number, name: text('name'), timeZone: text('zone'), cutOff: text('cutOff') });
    setIsBusy(false);
    setProblem(replied.is === 'done' ? null : replied.is === 'unreachable' ? t('unreachable') : replied.why);
    if (replied.is === 'done') whenSaved();
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-5">
      {branch?.name === null && (
        <p className="max-w-prose text-pretty">{t('made', { number: String(branch.number) })}</p>
      )}
      <Field id={`${id}-name`} label={t('name')}>
        <input
          id={`${id}-name`}
          name="name"
          required
          maxLength={60}
          autoComplete="organization"
          defaultValue={branch?.name ?? ''}
          className={FIELD}
        />
      </Field>
      <Field id={`${id}-zone`} label={t('zone')}>
        <ZoneField key={ownZone} id={`${id}-zone`} start={branch && branch.name !== null ? branch.timeZone : ownZone} />
      </Field>
      <Field id={`${id}-cut-off`} label={t('cutOff')} help={t('cutOffHelp')}>
        <input
          id={`${id}-cut-off`}
          name="cutOff"
          type="time"
          required
          defaultValue={branch?.cutOff ?? USUAL.cutOff}
          aria-describedby={`${id}-cut-off-help`}
          className={`${FIELD} max-w-36`}
        />
      </Field>
      {branch === null && (
        <Field id={`${id}-number`} label={t('number')} help={t('numberHelp')}>
          <input
            id={`${id}-number`}
            name="number"
            type="number"
            required
            min={0}
            max={999_999}
            inputMode="numeric"
            defaultValue={USUAL.number}
            aria-describedby={`${id}-number-help`}
            className={`${FIELD} max-w-36`}
          />
        </Field>
      )}
      <ProblemLine problem={problem} />
      <button type="submit" className={`${MAIN_BUTTON} min-h-12 justify-self-start`} aria-disabled={isBusy}>
        {t('save')}
      </button>
    </form>
  );
}

type FieldProps = { id: string; label: string; help?: string; children: ReactNode };

function Field({ id, label, help, children }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
      {help && (
        <p id={`${id}-help`} className="max-w-prose text-pretty text-text-quiet">
          {help}
        </p>
      )}
    </div>
  );
}

/** Those of the browser, and the one in force, which the browser may not know. */
function ZoneField({ id, start }: { id: string; start: string }) {
  const known = Intl.supportedValuesOf('timeZone');
  const zones = known.includes(start) ? known : [start, ...known];
  return (
    <select id={id} name="zone" defaultValue={start} className={FIELD}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}
