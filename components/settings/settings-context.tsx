'use client';

import { createContext, useContext } from 'react';
import type { OfficeBranch } from '../office/office-branch';
import type { SettingsStore } from './use-settings';

/** What every part of the page needs: the settings, whose they are, and whether who looks may change them. */
export type SettingsPage = SettingsStore & {
  branches: readonly OfficeBranch[];
  isOwner: boolean;
  /** Whether who looks may change what holds at the place. */
  mayChange: boolean;
};

export const SettingsContext = createContext<SettingsPage | null>(null);

/** @throws Error outside the page */
export function useSettingsPage(): SettingsPage {
  const page = useContext(SettingsContext);
  if (!page) throw new Error('settings are shown by their page only');
  return page;
}
