import type { Language, WordsOf } from './language';
import { whenEn } from './when.en';
import { whenNl } from './when.nl';

export type WhenWords = WordsOf<typeof whenEn>;

export const WHEN_WORDS: Record<Language, WhenWords> = { en: whenEn, nl: whenNl };
