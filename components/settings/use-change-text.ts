'use client';

import { useTranslations } from 'use-intl';
import type { SettingValue } from '../../contract/settings';
import { useSettingsPage } from './settings-context';
import { usePlaceNames, useValueText } from './use-names';
import type { Change } from './use-settings';

/** Returns a function that describes a change with its old and new value. */
export function useChangeText(): (change: Change) => { what: string; before: string; now: string } {
  const t = useTranslations('settings');
  const valueText = useValueText();
  const { branches } = useSettingsPage();
  const { placeName, branchName } = usePlaceNames(branches);
  return (change) => {
    if (change.of === 'branch') {
      const nameText = (text: string) => (text === '' ? t('branch.unnamed') : text);
      const what = `${t(`branch.${change.member}`)} · ${branchName(change.number)}`;
      return { what, before: nameText(change.before), now: nameText(change.now) };
    }
    const textOf = (value: SettingValue | null) => (value === null ? t('toast.nothing') : valueText(change.key, value));
    const what = `${t(`keys.${change.key}.label`)} · ${placeName(change.at)}`;
    return { what, before: textOf(change.before), now: textOf(change.now) };
  };
}
