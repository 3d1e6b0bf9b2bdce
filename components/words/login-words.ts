import { createTranslator } from 'use-intl/core';
import type { Language, WordsOf } from './language';
import { loginEn } from './login.en';
import { loginNl } from './login.nl';

export type LoginWords = WordsOf<typeof loginEn>;

export const LOGIN_WORDS: Record<Language, LoginWords> = { en: loginEn, nl: loginNl };

export function loginWords(language: Language) {
  return createTranslator({ locale: language, messages: LOGIN_WORDS[language] });
}

export type SayLogin = ReturnType<typeof loginWords>;
