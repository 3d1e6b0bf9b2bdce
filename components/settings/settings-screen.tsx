'use client';

import { useTranslations } from 'use-intl';
import type { BranchSettings, ProvisionalBranches, SettingsOfPlace } from '../../contract/branches';
import { BranchField } from '../manager/branch-boxes';
import type { ManagerBranch } from '../manager/manager-branch';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { SelectField } from '../ui/form';
import { PageHead } from '../ui/sheet';
import { BranchPart } from './branch-part';
import { Changes, Toast } from './changes';
import { ProvisionalPart } from './provisional-part';
import { SettingGroups } from './setting-groups';
import { SettingsContext, useSettingsPage } from './settings-context';
import { usePlaceNames } from './use-names';
import { useSettings } from './use-settings';

const ALL = 'all';

type Props = {
  first: SettingsOfPlace;
  branches: readonly ManagerBranch[];
  /** How many further branches there are. */
  unlisted: number;
  /** For owners. */
  provisional: ProvisionalBranches | null;
  isOwner: boolean;
  /** Server time of rendering, epoch ms. */
  now: number;
};

/** All settings of a scope, editable in place, with an undo. */
export function SettingsScreen({ first, branches: known, unlisted, provisional, isOwner, now }: Props) {
  const t = useTranslations('settings');
  const store = useSettings(first);
  const fresh = store.found.branch;
  // The branch may be renamed while the page is open.
  const branches = known.map((each) => (each.number === fresh?.number ? { ...each, ...calledNow(fresh) } : each));
  const { branchName, courseName } = usePlaceNames(branches);
  const { branch, course } = store.found.at;
  const mayChange = isOwner || branch !== null;
  const lead =
    branch === null
      ? t('lead.everywhere')
      : course === null
        ? t('lead.branch', { branch: branchName(branch) })
        : t('lead.course', { branch: branchName(branch), course: courseName(branch, course) });
  return (
    <SettingsContext value={{ ...store, branches, unlisted, isOwner, mayChange }}>
      <PageHead title={t('title')} lead={lead} />
      <PlaceBar />
      <div className="grid grid-cols-1 gap-6 pb-16">
        {provisional && <ProvisionalPart first={provisional} timeZone={branches[0]?.timeZone ?? 'UTC'} now={now} />}
        {!mayChange && <p className="rounded-xl border border-notice-line bg-notice px-5 py-4">{t('readOnly')}</p>}
        {branches.length === 0 && <p className="text-text-quiet">{t('noBranches')}</p>}
        <SettingGroups />
        {store.found.branch && course === null && <BranchPart branch={store.found.branch} />}
        <Changes now={now} />
      </div>
      <Toast />
    </SettingsContext>
  );
}

function calledNow({ name, timeZone }: BranchSettings): Pick<ManagerBranch, 'name' | 'timeZone'> {
  return { name, timeZone };
}

/** Chooses the scope of the settings below: everything, a branch, or a course of it. */
function PlaceBar() {
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
