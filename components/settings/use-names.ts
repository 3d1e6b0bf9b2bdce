'use client';

import { useLocale, useTranslations } from 'use-intl';
import { SETTINGS, type SettingAt, type SettingKey, type SettingValue } from '../../contract/settings';
import { LOCALES } from '../../lib/language';
import type { ManagerBranch } from '../manager/manager-branch';
import { unitOf } from './unit-of';

/** Returns functions that name a branch, a course of it, or a scope. */
export function usePlaceNames(branches: readonly ManagerBranch[]) {
  const t = useTranslations('settings.place');
  const branchName = (number: number) =>
    branches.find((branch) => branch.number === number)?.name ?? t('branchNumber', { number: String(number) });
  const courseName = (branch: number, number: number) => {
    const course = branches.find((known) => known.number === branch)?.courses.find((known) => known.number === number);
    return course?.name ?? course?.abbreviation ?? t('courseNumber', { number: String(number) });
  };
  const placeName = ({ branch, course }: SettingAt) => {
    if (branch === null) return t('everywhere');
    if (course === null) return branchName(branch);
    return t('courseOf', { branch: branchName(branch), course: courseName(branch, course) });
  };
  return { branchName, courseName, placeName };
}

/** Returns a function that formats a value with its unit. */
export function useValueText(): (key: SettingKey, value: SettingValue) => string {
  const t = useTranslations('settings.values');
  const locale = LOCALES[useLocale()];
  return (key, value) => {
    if (key === 'posTimeUnit') return t(`posTimeUnit.${oneOf(SETTINGS.posTimeUnit.options, value)}`);
    if (key === 'pathSlip') return t(`pathSlip.${oneOf(SETTINGS.pathSlip.options, value)}`);
    if (key === 'wallTouch') return t(`wallTouch.${oneOf(SETTINGS.wallTouch.options, value)}`);
    if (key === 'openingHours' && (value === 'services' || value === 'always')) return t(`openingHours.${value}`);
    if (value === 'off') return t(key === 'kioskPin' ? 'noPin' : 'off');
    if (value === 'any' && key === 'headerPrefix') return t('anyPrefix');
    const unit = unitOf(key);
    if (unit === null || typeof value !== 'number') return String(value);
    return unit === 'days' ? t(unit, { count: value }) : t(unit, { value: value.toLocaleString(locale) });
  };
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], value: SettingValue): Value {
  return values.find((known) => known === value) ?? values[0];
}
