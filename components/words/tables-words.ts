import type { Language, WordsOf } from './language';
import { tablesEn } from './tables.en';
import { tablesNl } from './tables.nl';

export type TablesWords = WordsOf<typeof tablesEn>;

export const TABLES_WORDS: Record<Language, TablesWords> = { en: tablesEn, nl: tablesNl };
