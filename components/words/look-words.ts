import type { Language, WordsOf } from './language';
import { lookEn } from './look.en';
import { lookNl } from './look.nl';

export type LookWords = WordsOf<typeof lookEn>;

export const LOOK_WORDS: Record<Language, LookWords> = { en: lookEn, nl: lookNl };
