'use client';

import { useLocale, useTranslations } from 'use-intl';
import {
  SETTINGS,
  type SettingAt,
  type SettingDefinition,
  type SettingKey,
  type SettingValue,
} from '../../contract/settings';
import { LOCALES } from '../../lib/language';
import type { ManagerBranch } from '../manager/manager-branch';
import { unitOf } from './typed';

/** What a setting of a kind takes in place of a typed text. */
export const WORDS = {
  'opening hours': ['services', 'always'],
  'header prefix': ['any'],
  pin: ['off'],
} as const;

export type WordKind = keyof typeof WORDS;

/** The keys of the texts of options and words. */
type OptionText = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { options: readonly (infer Option extends string)[] }
    ? `${Key}.${Option}`
    : never;
}[SettingKey];
type WordText = { [Kind in WordKind]: `words.${Kind}.${(typeof WORDS)[Kind][number]}` }[WordKind];

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
    const definition: SettingDefinition = SETTINGS[key];
    const { kind } = definition;
    if (kind === 'one of') {
      const { options } = definition;
      return t(`${key}.${options.find((known) => known === value) ?? options[0]}` as OptionText);
    }
    if (isWordKind(kind)) {
      const isWord = WORDS[kind].some((word) => word === value);
      return isWord ? t(`words.${kind}.${value}` as WordText) : String(value);
    }
    if (value === 'off') return t('off');
    const unit = unitOf(key);
    if (unit === null || typeof value !== 'number') return String(value);
    return unit === 'days' ? t(unit, { count: value }) : t(unit, { value: value.toLocaleString(locale) });
  };
}

function isWordKind(kind: string): kind is WordKind {
  return Object.hasOwn(WORDS, kind);
}
