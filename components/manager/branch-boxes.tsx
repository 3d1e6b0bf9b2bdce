'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { NamedBranch } from './manager-branch';

/** The POS counts branches from here. */
const FIRST_BRANCH = 1;

type Props = {
  label: string;
  /** Those to choose from. */
  numbers: readonly number[];
  /** The branches whose names are known. */
  branches: readonly NamedBranch[];
  chosen: readonly number[];
  choose: (branches: readonly number[]) => void;
  children?: ReactNode;
};

/** A box for each branch. */
export function BranchBoxes({ label, numbers, branches, chosen, choose, children }: Props) {
  const nameOf = useBranchName(branches);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {numbers.map((number) => (
          <label key={number} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              checked={chosen.includes(number)}
              onChange={() =>
                choose(chosen.includes(number) ? chosen.filter((one) => one !== number) : [...chosen, number])
              }
              className="h-5 w-5 accent-accent"
            />
            {nameOf(number)}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

/** The known branches and others; the first one while there is none. */
export function branchNumbers(branches: readonly NamedBranch[], others: readonly number[]): number[] {
  const numbers = [...new Set([...branches.map(({ number }) => number), ...others])];
  return numbers.length > 0 ? numbers : [FIRST_BRANCH];
}

/** Returns a function that names a branch by its number. */
export function useBranchName(branches: readonly NamedBranch[]): (number: number) => string {
  const t = useTranslations('manager.filter');
  return (number) =>
    branches.find((branch) => branch.number === number)?.name ?? t('branch', { number: String(number) });
}
