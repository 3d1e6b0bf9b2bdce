import type { Language, WordsOf } from './language';
import { readyEn } from './ready.en';
import { readyNl } from './ready.nl';

export type ReadyWords = WordsOf<typeof readyEn>;

export const READY_WORDS: Record<Language, ReadyWords> = { en: readyEn, nl: readyNl };
