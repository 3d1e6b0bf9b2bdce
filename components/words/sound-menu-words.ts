import { createTranslator } from 'use-intl/core';
import type { Language, WordsOf } from './language';
import { soundMenuEn } from './sound-menu.en';
import { soundMenuNl } from './sound-menu.nl';

export type SoundMenuWords = WordsOf<typeof soundMenuEn>;

export const SOUND_MENU_WORDS: Record<Language, SoundMenuWords> = { en: soundMenuEn, nl: soundMenuNl };

export function soundMenuWords(language: Language) {
  return createTranslator({ locale: language, messages: SOUND_MENU_WORDS[language] });
}
