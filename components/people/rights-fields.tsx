'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ROLES } from '../../contract/people';
import { BranchBoxes, branchNumbers, FEW_BRANCHES } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import type { Rights } from './people-over-http';

type Props = { rights: Rights; branches: readonly ManagerBranch[]; choose: (rights: Rights) => void };

/** The role of somebody, and the branches of a manager. */
export function RightsFields({ rights, branches, choose }: Props) {
  const t = useTranslations('people.form');
  const id = useId();
  const [numbers] = useState(branchNumbers(branches, rights.branches ?? []));
  // Of many, it is quicker to choose some than to leave out the others.
  const atFirst = numbers.length > FEW_BRANCHES ? [] : numbers;
  const mayDiffer = rights.role === 'manager' && (branches.length > 1 || rights.branches !== null);
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{t('role')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {ROLES.map((role) => (
            <label
              key={role}
              className="flex min-h-12 items-start gap-3 rounded-lg border border-line bg-sheet px-3.5 py-2.5 has-checked:border-text"
            >
              <input
                type="radio"
                name={`${id}-role`}
                checked={rights.role === role}
                onChange={() => choose({ role, branches: role === 'owner' ? null : rights.branches })}
                className="mt-1 h-5 w-5 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-semibold">{t(`roles.${role}.name`)}</span>
                <span className="block text-sm text-text-quiet">{t(`roles.${role}.what`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {mayDiffer && (
        <div>
          <label className="flex min-h-11 items-center gap-2.5 font-semibold">
            <input
              type="checkbox"
              checked={rights.branches === null}
              onChange={() => choose({ ...rights, branches: rights.branches === null ? atFirst : null })}
              className="h-5 w-5 accent-accent"
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
