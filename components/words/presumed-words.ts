import type { Language, WordsOf } from './language';
import { presumedEn } from './presumed.en';
import { presumedNl } from './presumed.nl';

export type PresumedWords = WordsOf<typeof presumedEn>;

export const PRESUMED_WORDS: Record<Language, PresumedWords> = { en: presumedEn, nl: presumedNl };
