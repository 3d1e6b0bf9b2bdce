import { createTranslator } from 'use-intl/core';
import type { Language, WordsOf } from './language';
import { siteEn } from './site.en';
import { siteNl } from './site.nl';

export type SiteWords = WordsOf<typeof siteEn>;

export const SITE_WORDS: Record<Language, SiteWords> = { en: siteEn, nl: siteNl };

export function siteWords(language: Language) {
  return createTranslator({ locale: language, messages: SITE_WORDS[language] });
}
