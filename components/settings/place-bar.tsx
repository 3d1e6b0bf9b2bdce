'use client';

import { useTranslations } from 'use-intl';
import { BranchField } from '../manager/branch-field';
import { SelectField } from '../manager/fields';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { useSettingsPage } from './settings-context';
import { usePlaceNames } from './use-names';

const ALL = 'all';

/** Chooses the scope of the settings below: everything, a branch, or a course of it. */
export function PlaceBar() {
  const t = useTranslations('settings.place');
  const { branches, unlisted, found } = useSettingsPage();
  const { branchName, courseName } = usePlaceNames(branches);
  const { go } = useQueryNavigation();
  const { branch, course } = found.at;
  const known = branches.find(({ number }) => number === branch)?.courses.map(({ number }) => number) ?? [];
  const differing = found.settings.flatMap((setting) => setting.differing.flatMap((row) => row.course ?? []));
  const courses = [...new Set([...known, ...differing, ...(course === null ? [] : [course])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <search className="mb-6 flex flex-wrap items-end gap-3">
      <BranchField
        label={t('branch')}
        value={branch === null ? ALL : String(branch)}
        unlisted={unlisted}
        choose={(value) => go({ branch: value, course: null })}
        options={[
          { value: ALL, label: t('everywhere') },
          ...branches.map(({ number }) => ({ value: String(number), label: branchName(number) })),
        ]}
      />
      {branch !== null && (
        <SelectField
          label={t('course')}
          value={course === null ? ALL : String(course)}
          choose={(value) => go({ branch, course: value === ALL ? null : value })}
          options={[
            { value: ALL, label: t('everyCourse') },
            ...courses.map((number) => ({ value: String(number), label: courseName(branch, number) })),
          ]}
        />
      )}
    </search>
  );
}
