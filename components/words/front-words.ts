import { createTranslator } from 'use-intl/core';
import { frontEn } from './front.en';
import { frontNl } from './front.nl';
import type { Language, WordsOf } from './language';

export type FrontWords = WordsOf<typeof frontEn>;

export const FRONT_WORDS: Record<Language, FrontWords> = { en: frontEn, nl: frontNl };

/** Says the front page's words in one language. */
export type Say = ReturnType<typeof frontWords>;

export function frontWords(language: Language) {
  return createTranslator({ locale: language, messages: FRONT_WORDS[language] });
}
