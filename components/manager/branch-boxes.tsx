'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { MAX_LISTED_BRANCHES } from '../../contract/constants';
import { SelectField, TextField } from '../ui/form';
import { BUTTON } from '../ui/sheet';
import type { NamedBranch } from './manager-branch';

type BranchFieldProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** How many further branches there are. */
  unlisted: number;
  choose: (value: string) => void;
};

/** More are found by typing. */
export const FEW_BRANCHES = 12;
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

/**
 * A box for each branch. Of many, those that are chosen and the first ones that match what is typed have one; of very
 * many, any that is not listed is added by its number.
 */
export function BranchBoxes({ label, first, branches, chosen, choose }: Props) {
  const t = useTranslations('manager.filter');
  const id = useId();
  const [text, setText] = useState('');
  // Their boxes stay when they are no longer chosen.
  const [kept, setKept] = useState(chosen);
  const numbers = branchNumbers(branches, [...first, ...kept]);
  const nameOf = useBranchName(branches);
  const isMany = numbers.length > FEW_BRANCHES;
  const matching = numbers.filter((number) => isMatch(text, number, nameOf(number)));
  const shown = isMany ? new Set([...kept, ...matching.slice(0, FEW_BRANCHES)]) : new Set(numbers);
  const tick = (number: number) => {
    setKept([...new Set([...kept, number])]);
    choose(chosen.includes(number) ? chosen.filter((one) => one !== number) : [...chosen, number]);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {isMany && (
        <p className="mb-2 grid gap-1.5">
          <label htmlFor={id} className="text-sm text-text-quiet">
            {t('find')}
          </label>
          <input
            id={id}
            type="search"
            autoComplete="off"
            maxLength={60}
            value={text}
            onChange={(event) => setText(event.target.value)}
            // Enter would save the whole form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className="min-h-12 w-full max-w-md rounded-lg border border-text-quiet bg-sheet px-3.5"
          />
        </p>
      )}
      <div className="flex flex-wrap gap-x-6">
        {numbers
          .filter((number) => shown.has(number))
          .map((number) => (
            <label key={number} className="wrap-anywhere flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                checked={chosen.includes(number)}
                onChange={() => tick(number)}
                className="h-5 w-5 shrink-0 accent-accent"
              />
              {nameOf(number)}
            </label>
          ))}
      </div>
      {isMany && (
        <p role="status" className="text-sm text-text-quiet">
          {t('matches', { count: matching.length })}
        </p>
      )}
      {branches.length >= MAX_LISTED_BRANCHES && (
        <OtherBranch add={(number) => !chosen.includes(number) && tick(number)} />
      )}
    </fieldset>
  );
}

function isMatch(text: string, number: number, name: string): boolean {
  const typed = text.trim().toLowerCase();
  return typed === String(number) || name.toLowerCase().includes(typed);
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

/** Adds a branch that is not listed, because there are very many. */
function OtherBranch({ add }: { add: (number: number) => void }) {
  const t = useTranslations('manager.filter');
  const id = useId();
  const [text, setText] = useState('');
  const number = /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  const addTyped = () => {
    if (number === null) return;
    add(number);
    setText('');
  };
  return (
    <p className="mt-2 flex flex-wrap items-end gap-3">
      <span className="grid gap-1.5">
        <label htmlFor={id} className="text-sm text-text-quiet">
          {t('byNumber')}
        </label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would save the whole form.
            event.preventDefault();
            addTyped();
          }}
          className="min-h-12 w-full max-w-40 rounded-lg border border-text-quiet bg-sheet px-3.5"
        />
      </span>
      <button type="button" className={BUTTON} disabled={number === null} onClick={addTyped}>
        {t('add')}
      </button>
    </p>
  );
}

/** Chooses a branch. A list of very many has the first ones, and any other is found by its number. */
export function BranchField({ unlisted, ...field }: BranchFieldProps) {
  const t = useTranslations('manager.filter');
  return (
    <>
      <SelectField {...field} />
      {unlisted > 0 && (
        <TextField
          // A number that was typed does not stay when another branch is chosen.
          key={field.value}
          label={t('otherBranch', { count: unlisted })}
          value=""
          choose={(number) => number !== '' && field.choose(number)}
        />
      )}
    </>
  );
}
