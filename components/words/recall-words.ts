import type { Language, WordsOf } from './language';
import { recallEn } from './recall.en';
import { recallNl } from './recall.nl';

export type RecallWords = WordsOf<typeof recallEn>;

export const RECALL_WORDS: Record<Language, RecallWords> = { en: recallEn, nl: recallNl };
