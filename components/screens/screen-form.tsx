'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SCREEN_VIEWS } from '../../contract/constants';
import type { ScreenWish } from '../../contract/screens';
import { BranchBoxes, branchNumbers } from '../manager/branch-boxes';
import type { Refusal } from '../manager/call-api';
import type { NamedBranch } from '../manager/manager-branch';
import { ProblemLine, SaveOrCancel, useProblemTextOf } from '../ui/change';
import { ChoiceCards, Field, INPUT, REQUIRED, submitHandler } from '../ui/form';

const KNOWN = ['unknown', 'used', 'too-many', 'branch', 'offline', 'no-screen'] as const;

/** Programs get their token from the command line: they have no page to pair. */
const VIEWS = SCREEN_VIEWS.filter((view) => view !== 'api');

type Props = {
  start: ScreenWish;
  branches: readonly NamedBranch[];
  submit: string;
  /** Why the last attempt failed. */
  problem: string | null;
  isBusy: boolean;
  save: (wish: ScreenWish) => void;
  cancel: () => void;
};

/** Name, view and branches of a screen. */
export function ScreenForm({ start, branches, submit, problem, isBusy, save, cancel }: Props) {
  const t = useTranslations('screens.form');
  const what = useTranslations('screens.what');
  const views = useTranslations('views');
  const [view, setView] = useState(start.view);
  const known = branchNumbers(branches, start.branches);
  const [chosen, setChosen] = useState<readonly number[]>(
    start.branches.length > 0 ? start.branches : known.slice(0, 1),
  );
  const onSubmit = submitHandler(({ text }) => isBusy || save({ name: text('name'), view, branches: [...chosen] }));
  return (
    <form onSubmit={onSubmit} className="grid max-w-xl grid-cols-1 gap-5">
      <Field label={t('name')}>
        {(control) => (
          <input
            {...control}
            {...REQUIRED}
            name="name"
            maxLength={60}
            autoComplete="off"
            defaultValue={start.name}
            placeholder={t('nameExample')}
            className={INPUT}
          />
        )}
      </Field>
      <ChoiceCards
        label={t('view')}
        choices={VIEWS.map((each) => ({ value: each, name: views(each), about: what(each) }))}
        chosen={view}
        choose={setView}
      />
      {known.length > 1 && (
        <BranchBoxes
          label={t('branches')}
          first={start.branches}
          branches={branches}
          chosen={chosen}
          choose={setChosen}
        />
      )}
      <ProblemLine problem={problem} />
      <SaveOrCancel save={submit} keep={t('cancel')} isOff={isBusy || chosen.length === 0} cancel={cancel} />
    </form>
  );
}

/** Why a change of a screen was refused, in the reader's language. */
export function useProblemText(): (refusal: Refusal) => string {
  const t = useTranslations('screens.problem');
  return useProblemTextOf((key) => t(key), KNOWN);
}
