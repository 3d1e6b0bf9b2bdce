'use client';

import { createContext, useContext } from 'react';
import type { ManagerBranch } from '../manager/manager-branch';
import type { SettingsStore } from './use-settings';

/** Shared by all parts of the page: the settings, their scope, and whether the user may change them. */
export type SettingsPage = SettingsStore & {
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
