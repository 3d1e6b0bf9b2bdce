import type { Language, WordsOf } from './language';
import { reportsEn } from './reports.en';
import { reportsNl } from './reports.nl';

export type ReportsWords = WordsOf<typeof reportsEn>;

export const REPORTS_WORDS: Record<Language, ReportsWords> = { en: reportsEn, nl: reportsNl };
