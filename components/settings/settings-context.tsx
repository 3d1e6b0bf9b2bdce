'use client';

import { createContext, useContext } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { useProblemTextOf } from '../ui/change';
import type { SettingsStore } from './use-settings';

/** Shared by all parts of the page: the settings, their scope, and whether the user may change them. */
type SettingsPage = SettingsStore & {
  branches: readonly ManagerBranch[];
  /** How many further branches there are. */
  unlisted: number;
  isOwner: boolean;
  /** Whether the user may change settings of the scope. */
  mayChange: boolean;
};

export const SettingsContext = createContext<SettingsPage | null>(null);

/** @throws Error outside the page */
export function useSettingsPage(): SettingsPage {
  const page = useContext(SettingsContext);
  if (!page) throw new Error('settings are shown by their page only');
  return page;
}

const KNOWN = ['changed', 'in-use', 'time-zone', 'cut-off', 'value'] as const;

/** Why a change of a setting or a branch was refused, in the reader's language. */
export function useProblemText(): (refusal: Refusal) => string {
  const t = useTranslations('settings.toast.refusals');
  return useProblemTextOf((key) => t(key), KNOWN);
}
