'use client';

import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BranchBoxes } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import { BUTTON, MAIN_BUTTON } from '../manager/page-head';

type Props = {
  limit: readonly number[] | null;
  branches: readonly ManagerBranch[];
  isBusy: boolean;
  save: (branches: readonly number[] | null) => void;
  cancel: () => void;
};

/** The branches of which a subscription may send; none chosen stands for all. */
export function BranchLimit({ limit, branches, isBusy, save, cancel }: Props) {
  const t = useTranslations('subscriptions.limit');
  const [chosen, setChosen] = useState<readonly number[]>(limit ?? []);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) save(chosen.length === 0 ? null : chosen);
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3 rounded-lg bg-shade p-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <BranchBoxes label={t('branches')} first={limit ?? []} branches={branches} chosen={chosen} choose={setChosen} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={MAIN_BUTTON} disabled={isBusy}>
          {chosen.length === 0 ? t('all') : t('save')}
        </button>
        <button type="button" className={BUTTON} onClick={cancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
