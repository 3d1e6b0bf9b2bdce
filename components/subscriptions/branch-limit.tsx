'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { submitHandler } from '../form/use-form';
import { BranchBoxes } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import { SaveOrCancel } from '../manager/save-or-cancel';

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
  const onSubmit = submitHandler(() => isBusy || save(chosen.length === 0 ? null : chosen));
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-1 gap-3 rounded-lg bg-shade p-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <BranchBoxes label={t('branches')} first={limit ?? []} branches={branches} chosen={chosen} choose={setChosen} />
      <SaveOrCancel save={t(chosen.length === 0 ? 'all' : 'save')} keep={t('cancel')} isOff={isBusy} cancel={cancel} />
    </form>
  );
}
