import { createTranslator } from 'use-intl/core';
import type { Language, WordsOf } from './language';
import { soundEn } from './sound.en';
import { soundNl } from './sound.nl';

export type SoundWords = WordsOf<typeof soundEn>;

export const SOUND_WORDS: Record<Language, SoundWords> = { en: soundEn, nl: soundNl };

export function soundWords(language: Language) {
  return createTranslator({ locale: language, messages: SOUND_WORDS[language] });
}
