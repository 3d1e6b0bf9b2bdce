'use client';

import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SCREEN_VIEWS, type ScreenView } from '../../contract/live';
import type { ScreenWish } from '../../contract/screens';
import { BranchBoxes, branchNumbers } from '../manager/branch-boxes';
import type { NamedBranch } from '../manager/manager-branch';
import { ProblemLine } from '../manager/problem-line';
import { SaveOrCancel } from '../manager/save-or-cancel';

/** Programs get their token from the command line: they have no page to pair. */
const VIEWS = SCREEN_VIEWS.filter((view) => view !== 'api');
const FIELD = 'min-h-12 w-full rounded-lg border border-text-quiet bg-sheet px-3.5';

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
  const views = useTranslations('screens.views');
  const id = useId();
  const [view, setView] = useState(start.view);
  const known = branchNumbers(branches, start.branches);
  const [chosen, setChosen] = useState<readonly number[]>(
    start.branches.length > 0 ? start.branches : known.slice(0, 1),
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (!isBusy) save({ name, view, branches: [...chosen] });
  };
  return (
    <form onSubmit={onSubmit} className="grid max-w-xl gap-5">
      <p className="grid gap-1.5">
        <label htmlFor={`${id}-name`} className="font-semibold">
          {t('name')}
        </label>
        <input
          id={`${id}-name`}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={start.name}
          placeholder={t('nameExample')}
          className={FIELD}
        />
      </p>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{t('view')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {VIEWS.map((each) => (
            <label
              key={each}
              className="flex min-h-12 items-start gap-3 rounded-lg border border-line px-3.5 py-2.5 has-checked:border-text has-checked:bg-shade"
            >
              <input
                type="radio"
                name="view"
                checked={view === each}
                onChange={() => setView(each as ScreenView)}
                className="mt-1 h-5 w-5 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-semibold">{views(`${each}.name`)}</span>
                <span className="block text-sm text-text-quiet">{views(`${each}.what`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
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
