'use client';

import { useTranslations } from 'use-intl';
import type { ProvisionalBranches } from '../../contract/branches';
import type { BranchSettings, SettingsOfPlace } from '../../contract/settings';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageHead } from '../manager/page-head';
import { BranchPart } from './branch-part';
import { Changes } from './changes';
import { PlaceBar } from './place-bar';
import { ProvisionalPart } from './provisional-part';
import { SettingGroups } from './setting-groups';
import { SettingsContext } from './settings-context';
import { Toast } from './toast';
import { usePlaceNames } from './use-names';
import { useSettings } from './use-settings';

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
