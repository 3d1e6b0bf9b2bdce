'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ROLES } from '../../contract/constants';
import type { Rights } from '../../contract/people';
import { BranchBoxes, branchNumbers, FEW_BRANCHES } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import { ChoiceCards } from '../ui/form';

type Props = { rights: Rights; branches: readonly ManagerBranch[]; choose: (rights: Rights) => void };

/** The role of somebody, and the branches of a manager, which are kept while the other role is chosen. */
export function RightsFields({ rights, branches, choose }: Props) {
  const t = useTranslations('people.form');
  const [numbers] = useState(branchNumbers(branches, rights.branches ?? []));
  // Of many, it is quicker to choose some than to leave out the others.
  const atFirst = numbers.length > FEW_BRANCHES ? [] : numbers;
  const mayDiffer = rights.role === 'manager' && (branches.length > 1 || rights.branches !== null);
  return (
    <>
      <ChoiceCards
        label={t('role')}
        choices={ROLES.map((role) => ({
          value: role,
          name: t(`roles.${role}.name`),
          about: t(`roles.${role}.what`),
        }))}
        chosen={rights.role}
        choose={(role) => choose({ ...rights, role })}
      />
      {mayDiffer && (
        <div>
          <label className="flex min-h-11 items-center gap-2.5 font-semibold">
            <input
              type="checkbox"
              checked={rights.branches === null}
              onChange={() => choose({ ...rights, branches: rights.branches === null ? atFirst : null })}
              className="h-5 w-5 shrink-0 accent-accent"
            />
            {t('allBranches')}
          </label>
          {rights.branches !== null && (
            <BranchBoxes
              label={t('branches')}
              first={numbers}
              branches={branches}
              chosen={rights.branches}
              choose={(chosen) => choose({ ...rights, branches: chosen })}
            />
          )}
        </div>
      )}
    </>
  );
}
