import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Fleet } from '../../contract/screens';
import type { TokenAdded } from '../../contract/system';
import { CopyLine } from '../clipboard/copy';
import { useWatch } from '../live/watch';
import { BranchBoxes } from '../manager/branch-boxes';
import { callApi, readApi } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { ScreenRow } from '../screens/screen-row';
import { ProblemLine, useProblemTextOf } from '../ui/change';
import { Field, INPUT, REQUIRED, useForm } from '../ui/form';
import { Button, Sheet, Submit } from '../ui/sheet';

type Props = { fleet: Fleet; branches: readonly ManagerBranch[]; timeZone: string };

/** The programs that read data with a token, and the way to make one. */
export function ProgramTokens({ fleet, branches, timeZone }: Props) {
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

function AddToken({ branches }: Pick<Props, 'branches'>) {
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
