import { historyEn } from './history.en';
import { historyNl } from './history.nl';
import type { Language, WordsOf } from './language';

export type HistoryWords = WordsOf<typeof historyEn>;

export const HISTORY_WORDS: Record<Language, HistoryWords> = { en: historyEn, nl: historyNl };
