import type { Language, WordsOf } from './language';
import { passEn } from './pass.en';
import { passNl } from './pass.nl';

export type PassWords = WordsOf<typeof passEn>;

export const PASS_WORDS: Record<Language, PassWords> = { en: passEn, nl: passNl };
