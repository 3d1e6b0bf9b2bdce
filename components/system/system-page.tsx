'use client';

import { useEffect, useId, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Fleet } from '../../contract/screens';
import type { Finding, System, TokenAdded } from '../../contract/system';
import { CopyLine } from '../clipboard/copy';
import { useWatch } from '../live/watch';
import { AttemptForm, CodeField, PasswordField, useAttempt } from '../login/attempt-form';
import { BranchBoxes } from '../manager/branch-boxes';
import { callApi, readApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { ScreenRow } from '../screens/screen-row';
import { useMoment } from '../time/when';
import { OutcomeLine, ProblemLine, useChange, useProblemTextOf } from '../ui/change';
import { Field, type Fields, INPUT, REQUIRED, useForm } from '../ui/form';
import { Button, PageHead, Sheet, Submit } from '../ui/sheet';

type Props = {
  /** Of the signed-in owner. */
  name: string;
  hasSecondFactor: boolean;
  fleet: Fleet;
  branches: readonly ManagerBranch[];
  timeZone: string;
};

/** The check of a large database takes longer than other questions. */
const CHECK_WITHIN_MS = 120_000;

/** The machine that Heatlamp runs on: its backup, what is wrong with it, and the tokens of programs. */
export function SystemPage({ name, hasSecondFactor, fleet, branches, timeZone }: Props) {
  const t = useTranslations('system');
  const [asked, setAsked] = useState<System | 'checking' | 'unreachable'>('checking');
  useEffect(() => {
    void callApi('GET /api/v1/system', { withinMs: CHECK_WITHIN_MS }).then((replied) =>
      setAsked(replied.is === 'done' ? replied.answer : 'unreachable'),
    );
  }, []);
  const system = typeof asked === 'string' ? null : asked;
  // What was found about the backup is no longer true.
  const setBackup = ({ backup }: Pick<System, 'backup'>) => {
    const isOver = ({ about }: Finding) => about === 'noBackup' || about === 'oldBackup';
    if (system) setAsked({ ...system, backup, findings: system.findings.filter((finding) => !isOver(finding)) });
  };
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <Sheet title={t('check.title')}>
          <p role="status" className={system ? 'sr-only' : 'text-text-quiet'}>
            {typeof asked === 'string' ? t(`check.${asked}`) : t('check.done')}
          </p>
          {system && <Findings findings={system.findings} />}
        </Sheet>
        {system && (
          <Sheet title={t('backup.title')} lead={t('backup.lead')}>
            <Backup
              {...system}
              name={name}
              hasSecondFactor={hasSecondFactor}
              timeZone={timeZone}
              setBackup={setBackup}
            />
          </Sheet>
        )}
        {system && (
          <Sheet title={t('version.title')}>
            <p>{t('version.is', { version: system.version })}</p>
            {system.disk && <Disk {...system.disk} />}
            <p className="mt-3 max-w-prose text-pretty text-text-quiet">{t('version.update')}</p>
          </Sheet>
        )}
        <ProgramTokens fleet={fleet} branches={branches} timeZone={timeZone} />
      </div>
    </>
  );
}

const ORDER = ['error', 'warn', 'hint'] as const;

/** What is wrong, the worst first, each topic once, with what to do. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslations('system');
  const found = ORDER.flatMap((level) => findings.filter((finding) => finding.level === level));
  const topics = found.flatMap(({ about, level }) => (about === null ? [] : { about, level }));
  const once = topics.filter(({ about }, index) => topics.findIndex((other) => other.about === about) === index);
  if (once.length === 0) return <p>{t('check.good')}</p>;
  return (
    <ul className="mt-3 grid gap-3">
      {once.map(({ about, level }) => (
        <li
          key={about}
          className={`rounded-lg border px-4 py-3 ${level === 'hint' ? 'border-line' : 'border-notice-line bg-notice'}`}
        >
          <p className="font-semibold">{t(`found.${about}.what`)}</p>
          <p className="text-pretty">{t(`found.${about}.do`)}</p>
        </li>
      ))}
    </ul>
  );
}

type BackupProps = Pick<System, 'backup' | 'serverTime'> & {
  name: string;
  hasSecondFactor: boolean;
  timeZone: string;
  setBackup: (reply: Pick<System, 'backup'>) => void;
};

function Backup({ backup, serverTime, name, hasSecondFactor, timeZone, setBackup }: BackupProps) {
  const t = useTranslations('system.backup');
  const moment = useMoment(timeZone);
  const { isBusy, outcome, run } = useChange(useProblemTextOf((key) => t(key), ['no-backup'] as const));
  if (backup === null) return <p>{t('postgresql')}</p>;
  const { at, file, isHere } = backup;
  const make = () =>
    run(callApi('POST /api/v1/system/backup', { withinMs: CHECK_WITHIN_MS }), (reply) => {
      setBackup(reply);
      return { text: t('made'), undo: null };
    });
  const now = Math.max(Date.parse(serverTime), at === null ? 0 : Date.parse(at));
  return (
    <>
      <p className="mb-4 wrap-anywhere">
        {at === null ? t('none') : t('last', { when: moment(Date.parse(at), now), file: file ?? '' })}
      </p>
      <Button isMain isBusy={isBusy} press={make}>
        {t(isBusy ? 'making' : 'make')}
      </Button>
      <OutcomeLine outcome={outcome} />
      {at !== null && (isHere ? <Download name={name} hasSecondFactor={hasSecondFactor} /> : <p>{t('elsewhere')}</p>)}
    </>
  );
}

/** Downloads the last backup. The password is asked again: it holds guests' names and the secrets of the POS. */
function Download({ name, hasSecondFactor }: { name: string; hasSecondFactor: boolean }) {
  const t = useTranslations('system.backup');
  const attempt = useAttempt();
  const send = async ({ typed, text }: Fields) => {
    const allowed = await attempt.send('POST /api/auth/backup', { password: typed('password'), code: text('code') });
    if (allowed) window.location.assign(allowed.address);
  };
  return (
    <details className="mt-5">
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">{t('open')}</summary>
      <p className="max-w-prose text-pretty text-text-quiet">{t('holds')}</p>
      <AttemptForm attempt={attempt} send={send} submit={t('download')} className="mt-3 max-w-md">
        <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
        <PasswordField label={t('password')} isNew={false} isWrong={attempt.trouble?.kind === 'wrong'} />
        {hasSecondFactor && <CodeField label={t('code')} isWrong={attempt.trouble?.kind === 'code'} />}
      </AttemptForm>
    </details>
  );
}

function Disk({ freeBytes, totalBytes }: NonNullable<System['disk']>) {
  const t = useTranslations('system.version');
  const gigabytes = new Intl.NumberFormat(useLocale(), { maximumFractionDigits: 1 });
  return <p>{t('disk', { free: gigabytes.format(freeBytes / 1e9), total: gigabytes.format(totalBytes / 1e9) })}</p>;
}

type ProgramTokensProps = { fleet: Fleet; branches: readonly ManagerBranch[]; timeZone: string };

/** The programs that read data with a token, and the way to make one. */
function ProgramTokens({ fleet, branches, timeZone }: ProgramTokensProps) {
  const t = useTranslations('system.tokens');
  const { answer, now } = useWatch(fleet, {
    ask: () => readApi('GET /api/v1/screens', {}),
    timeOf: ({ serverTime }) => Date.parse(serverTime),
  });
  const programs = answer.screens.filter(({ view }) => view === 'api');
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      <ul>
        {programs.map((program) => (
          <ScreenRow key={program.id} screen={program} branches={branches} now={now} timeZone={timeZone} />
        ))}
      </ul>
      <AddToken branches={branches} />
    </Sheet>
  );
}

function AddToken({ branches }: Pick<ProgramTokensProps, 'branches'>) {
  const t = useTranslations('system.tokens');
  const problemOf = useProblemTextOf((key) => t(key));
  const problemId = useId();
  const all = branches.map(({ number }) => number);
  const [chosen, setChosen] = useState<readonly number[]>(all);
  const [added, setAdded] = useState<TokenAdded | null>(null);
  const { onSubmit, isBusy, problem } = useForm(async ({ text }) => {
    if (chosen.length === 0) return t('noBranch');
    const replied = await callApi('POST /api/v1/tokens', { body: { name: text('name'), branches: chosen } });
    if (replied.is !== 'done') return problemOf(replied);
    setAdded(replied.answer);
    return null;
  });
  if (added)
    return (
      <div role="status" className="grid max-w-xl gap-3">
        <p className="font-semibold">{t('shown', { name: added.name })}</p>
        <CopyLine text={added.token} what="secret" />
        <Button press={() => setAdded(null)}>{t('done')}</Button>
      </div>
    );
  if (branches.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">{t('open')}</summary>
      <form onSubmit={onSubmit} className="mt-2 grid max-w-xl grid-cols-1 gap-5">
        <Field label={t('name')} describedBy={problemId}>
          {(control) => (
            <input {...control} {...REQUIRED} name="name" maxLength={60} autoComplete="off" className={INPUT} />
          )}
        </Field>
        <BranchBoxes label={t('branches')} first={all} branches={branches} chosen={chosen} choose={setChosen} />
        <ProblemLine id={problemId} problem={problem} />
        <Submit isBusy={isBusy}>{t('make')}</Submit>
      </form>
    </details>
  );
}
