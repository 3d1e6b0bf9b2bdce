import type { Language, WordsOf } from './language';
import { navEn } from './nav.en';
import { navNl } from './nav.nl';

export type NavWords = WordsOf<typeof navEn>;

export const NAV_WORDS: Record<Language, NavWords> = { en: navEn, nl: navNl };
