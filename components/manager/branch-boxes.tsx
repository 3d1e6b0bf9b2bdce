'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MOST_LISTED_BRANCHES } from '../../contract/branches';
import type { NamedBranch } from './manager-branch';
import { OtherBranch } from './other-branch';

/** The POS counts branches from here. */
const FIRST_BRANCH = 1;

type Props = {
  label: string;
  /** Those that were chosen at first. They have a box even if they are not listed. */
  first: readonly number[];
  /** The listed branches: of very many the first ones. */
  branches: readonly NamedBranch[];
  chosen: readonly number[];
  choose: (branches: readonly number[]) => void;
};

/** A box for each branch. Of very many the listed ones have one, and any other is added by its number. */
export function BranchBoxes({ label, first, branches, chosen, choose }: Props) {
  const [added, setAdded] = useState<readonly number[]>([]);
  const numbers = branchNumbers(branches, [...first, ...added]);
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
      {branches.length >= MOST_LISTED_BRANCHES && (
        <OtherBranch
          add={(number) => {
            setAdded([...added, number]);
            choose([...new Set([...chosen, number])]);
          }}
        />
      )}
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
