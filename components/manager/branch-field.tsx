'use client';

import { useTranslations } from 'use-intl';
import { SelectField, TextField } from './fields';

type Props = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** How many further branches there are. */
  unlisted: number;
  choose: (value: string) => void;
};

/** Chooses a branch. A list of very many has the first ones, and any other is found by its number. */
export function BranchField({ unlisted, ...field }: Props) {
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
