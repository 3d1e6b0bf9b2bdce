import type { Language, WordsOf } from './language';
import { settingsEn } from './settings.en';
import { settingsNl } from './settings.nl';
import { WHEN_WORDS, type WhenWords } from './when-words';

export type SettingsWords = WordsOf<typeof settingsEn>;

export const SETTINGS_WORDS: Record<Language, SettingsWords> = { en: settingsEn, nl: settingsNl };

/** All that the page says. */
export const SETTINGS_PAGE_WORDS: Record<Language, SettingsWords & WhenWords> = {
  en: { ...settingsEn, ...WHEN_WORDS.en },
  nl: { ...settingsNl, ...WHEN_WORDS.nl },
};
