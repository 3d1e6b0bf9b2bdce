'use client';

import { useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PlacedSetting, SettingSource } from '../../contract/branches';
import { SETTINGS, type SettingKey } from '../../contract/settings';
import { type LimitsOutOfOrder, limitsOutOfOrder, sourceOf } from '../../domain/settings';
import { addressOf } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { Sheet } from '../ui/sheet';
import { SettingControl } from './controls';
import { useSettingsPage } from './settings-context';
import { usePlaceNames, useValueText } from './use-names';

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

/** One setting: its meaning, its value, the source of the value, and its overrides. */
function SettingRow({ setting }: { setting: PlacedSetting }) {
  const t = useTranslations('settings');
  const valueText = useValueText();
  const { found, mayChange, set } = useSettingsPage();
  const row = useRef<HTMLDivElement>(null);
  const ids = { labelId: useId(), helpId: useId() };
  const { key, value, from, otherwise, newest, mayDiffer } = setting;
  const isOwn = from === sourceOf(found.at);
  const takeBack = async () => {
    await set(key, found.at, null, newest);
    // The pressed button disappears, so focus returns to the control.
    row.current?.querySelector<HTMLElement>('input, select')?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of a form, and each setting contains a form
    <div
      ref={row}
      role="group"
      aria-labelledby={ids.labelId}
      className="grid gap-x-8 gap-y-2 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="min-w-0">
        <h3 id={ids.labelId} className="font-semibold">
          {t(`keys.${key}.label`)}
        </h3>
        <p id={ids.helpId} className="max-w-prose text-pretty text-text-quiet">
          {t(`keys.${key}.help`)}
        </p>
        {key === 'posTimeUnit' && <UnitEvidence />}
        <Differing setting={setting} />
      </div>
      <div className="min-w-0">
        {mayChange && mayDiffer ? (
          <SettingControl {...ids} name={key} value={value} save={(wanted) => set(key, found.at, wanted, newest)} />
        ) : (
          <p className="font-semibold">{valueText(key, value)}</p>
        )}
        <p className="mt-1.5 text-text-quiet">{mayDiffer ? t(`source.${sourceWord(from, isOwn)}`) : t('oneForAll')}</p>
        {isOwn && mayChange && mayDiffer && (
          <button
            type="button"
            className="min-h-8 text-left text-text-quiet underline underline-offset-4 hover:text-text"
            onClick={() => void takeBack()}
          >
            {t(`back.${backWord(otherwise.from)}`, { value: valueText(key, otherwise.value) })}
          </button>
        )}
      </div>
    </div>
  );
}

function sourceWord(from: SettingSource, isOwn: boolean) {
  if (from === 'default') return 'default';
  if (from === 'course') return 'ownCourse';
  if (from === 'branch') return isOwn ? 'ownBranch' : 'branch';
  return isOwn ? 'ownEverywhere' : 'everywhere';
}

/** The inherited value never comes from a course. */
function backWord(from: SettingSource): 'default' | 'everywhere' | 'branch' {
  return from === 'course' ? 'default' : from;
}

/** Links to narrower scopes that override this value. */
function Differing({ setting: { key, differing } }: { setting: PlacedSetting }) {
  const t = useTranslations('settings');
  const { branches } = useSettingsPage();
  const { placeName } = usePlaceNames(branches);
  const valueText = useValueText();
  const { path, query } = useQueryNavigation();
  if (differing.length === 0) return null;
  return (
    <p className="mt-1">
      {t('differing')}{' '}
      {differing.map((row, index) => (
        <span key={`${row.branch}/${row.course}`}>
          {index > 0 && ', '}
          <PageLink
            href={addressOf(path, query, { branch: row.branch, course: row.course })}
            className="font-semibold underline underline-offset-4"
          >
            {placeName(row)}
          </PageLink>{' '}
          {valueText(key, row.value)}
        </span>
      ))}
    </p>
  );
}

/** What finished courses reveal about the unit of the POS's preparation times (domain/SPEC.md, F12). */
function UnitEvidence() {
  const t = useTranslations('settings.unit');
  const units = useTranslations('settings.values.posTimeUnit');
  const { found } = useSettingsPage();
  if (!found.branch) return <p className="text-text-quiet">{t('perBranch')}</p>;
  const { votes, agreed, inForce } = found.branch.unit;
  const isDoubted = agreed !== null && inForce !== null && agreed !== inForce;
  return (
    <p className={isDoubted ? 'font-semibold text-trouble' : 'text-text-quiet'}>
      {t('votes', votes)}{' '}
      {isDoubted
        ? t('differs', { unit: units(inForce), agreed: units(agreed) })
        : agreed
          ? t('agreed', { unit: units(agreed) })
          : t('unknown')}
    </p>
  );
}

/** Settings grouped by what they mean to a restaurant, in display order. */
export const GROUPS = {
  late: ['warnPercent', 'latePercent', 'veryLatePercent', 'fallbackWarn', 'fallbackLate', 'fallbackVeryLate'],
  pass: [
    'readyWarn',
    'readyLate',
    'claimHolds',
    'collectedCloses',
    'tablePresumed',
    'followedPresumed',
    'counterPresumed',
    'readyLeavesWall',
    'wallTouch',
  ],
  tables: ['turnOver', 'autoCloseHours'],
  services: ['services', 'openingHours'],
  kiosk: ['kioskPin'],
  pos: ['posTimeUnit', 'pathSlip', 'headerPrefix'],
  privacy: ['nameDays', 'bodyDays'],
} as const satisfies Record<string, readonly SettingKey[]>;

type GroupName = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

/** Group that shows the warning about limits in the wrong order. */
const ORDER_OF: Record<LimitsOutOfOrder, GroupName> = { percent: 'late', fallback: 'late', ready: 'pass' };
