'use client';

import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { SetUp, SetUpBranch } from '../../contract/set-up';
import { useTimeZone } from '../browser-values';
import { callApi } from '../manager/call-api';
import { ProblemLine, useProblemTextOf } from '../ui/change';
import { Field, INPUT, REQUIRED, useForm } from '../ui/form';
import { Submit } from '../ui/sheet';
import { unnamedBranch } from './steps';

const WIDE = `${INPUT} max-w-md`;
const NARROW = `${INPUT} max-w-36`;
const USUAL = { number: 1, cutOff: '04:00' };

type Props = { setUp: SetUp; onSaved: () => void };
type FormProps = { branch: SetUpBranch | null; onTyped: () => void; onSaved: () => void };

/**
 * Name, time zone and business day of a branch: one without a name, else the first. From the first change of the form
 * until it is saved, it stays that of the branch as it was then.
 */
export function BranchStep({ setUp, onSaved }: Props) {
  const [typed, setTyped] = useState<{ for: SetUpBranch | null } | null>(null);
  const branch = typed ? typed.for : (unnamedBranch(setUp) ?? setUp.branches[0] ?? null);
  return (
    <BranchForm
      // Another branch starts another form.
      key={branch?.number ?? 'new'}
      branch={branch}
      onTyped={() => setTyped({ for: branch })}
      onSaved={() => {
        setTyped(null);
        onSaved();
      }}
    />
  );
}

function BranchForm({ branch, onTyped, onSaved }: FormProps) {
  const t = useTranslations('setUp.branch');
  const problemOf = useProblemTextOf((key) => t(key));
  const { onSubmit, isBusy, problem } = useForm(async ({ text }) => {
    const number = branch?.number ?? Number(text('number'));
    const [name, timeZone, cutOff] = [text('name'), text('zone'), text('cutOff')];
    // Only what was changed: another owner may have changed the rest meanwhile.
    const replied = await callApi('POST /api/v1/branches/:number', {
      query: { number },
      body: {
        ...(name === branch?.name ? {} : { name }),
        ...(timeZone === branch?.timeZone ? {} : { timeZone }),
        ...(cutOff === branch?.cutOff ? {} : { cutOff }),
        create: true,
      },
    });
    if (replied.is === 'done') onSaved();
    return replied.is === 'done' ? null : problemOf(replied);
  });
  return (
    <form onSubmit={onSubmit} onChange={onTyped} className="grid gap-5">
      {branch?.name === null && (
        <p className="max-w-prose text-pretty">{t('made', { number: String(branch.number) })}</p>
      )}
      <Field label={t('name')}>
        {(control) => (
          <input
            {...control}
            {...REQUIRED}
            name="name"
            maxLength={60}
            autoComplete="organization"
            defaultValue={branch?.name ?? ''}
            className={WIDE}
          />
        )}
      </Field>
      <ZoneField stored={branch && branch.name !== null ? branch.timeZone : null} />
      <Field label={t('cutOff')} help={t('cutOffHelp')}>
        {(control) => (
          <input
            {...control}
            name="cutOff"
            type="time"
            required
            defaultValue={branch?.cutOff ?? USUAL.cutOff}
            className={NARROW}
          />
        )}
      </Field>
      {branch === null && <NumberField />}
      <ProblemLine problem={problem} />
      <Submit isBusy={isBusy} className="min-h-12">
        {t('save')}
      </Submit>
    </form>
  );
}

/** The time zones of the browser, and the one in force, which the browser may not know. */
function ZoneField({ stored }: { stored: string | null }) {
  const t = useTranslations('setUp.branch');
  const locale = useLocale();
  const ownZone = useTimeZone('UTC');
  const known = Intl.supportedValuesOf('timeZone');
  const start = stored ?? ownZone;
  const zones = known.includes(start) ? known : [start, ...known];
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Field label={t('zone')} help={zoneName(chosen ?? start, locale)}>
      {(control) => (
        <select
          key={start}
          {...control}
          name="zone"
          defaultValue={start}
          onChange={(event) => setChosen(event.target.value)}
          className={WIDE}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Any winter day: the names of some zones differ in summer. */
const IN_WINTER = Date.UTC(2026, 0, 15);

/** The name of a time zone in the language of the page, as in `Mitteleuropäische Normalzeit`. */
function zoneName(zone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'long' });
  return format.formatToParts(IN_WINTER).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function NumberField() {
  const t = useTranslations('setUp.branch');
  return (
    <Field label={t('number')} help={t('numberHelp')}>
      {(control) => (
        <input
          {...control}
          name="number"
          type="number"
          required
          min={0}
          max={999_999}
          inputMode="numeric"
          defaultValue={USUAL.number}
          className={NARROW}
        />
      )}
    </Field>
  );
}
