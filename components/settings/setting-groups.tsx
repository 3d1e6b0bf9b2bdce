'use client';

import { useTranslations } from 'use-intl';
import type { PlacedSetting } from '../../contract/settings';
import { SETTINGS } from '../../contract/settings';
import { limitsOutOfOrder } from '../../domain/setting-standing';
import { Sheet } from '../manager/page-head';
import { GROUP_NAMES, GROUPS, type GroupName, ORDER_OF } from './groups';
import { SettingRow } from './setting-row';
import { useSettingsPage } from './settings-context';

/** Settings of the scope by group. A course has only those that it can override. */
export function SettingGroups() {
  const t = useTranslations('settings');
  const { found } = useSettingsPage();
  const isCourse = found.at.course !== null;
  return (
    <>
      {GROUP_NAMES.map((name) => {
        const shown = settingsOf(name, found.settings).filter(({ mayDiffer }) => mayDiffer || !isCourse);
        if (shown.length === 0) return null;
        return (
          <Sheet key={name} title={t(`groups.${name}.title`)} lead={t(`groups.${name}.lead`)}>
            <OutOfOrder group={name} />
            {shown.map((setting) => (
              <SettingRow key={setting.key} setting={setting} />
            ))}
          </Sheet>
        );
      })}
      {isCourse && <p className="text-text-quiet">{t('courseOnly')}</p>}
    </>
  );
}

function settingsOf(name: GroupName, settings: readonly PlacedSetting[]): PlacedSetting[] {
  return GROUPS[name].flatMap((key) => settings.filter((setting) => setting.key === key));
}

/** Limits in an unusual order get a warning, but are valid. */
function OutOfOrder({ group }: { group: GroupName }) {
  const t = useTranslations('settings.outOfOrder');
  const { found } = useSettingsPage();
  const kinds = limitsOutOfOrder(
    (key) => found.settings.find((setting) => setting.key === key)?.value ?? SETTINGS[key].default,
  ).filter((kind) => ORDER_OF[kind] === group);
  return (
    <div role="status">
      {kinds.map((kind) => (
        <p key={kind} className="mb-4 rounded-lg border border-notice-line bg-notice px-4 py-3">
          {t(kind)}
        </p>
      ))}
    </div>
  );
}
