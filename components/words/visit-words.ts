import type { Language, WordsOf } from './language';
import { visitEn } from './visit.en';
import { visitNl } from './visit.nl';

export type VisitWords = WordsOf<typeof visitEn>;

export const VISIT_WORDS: Record<Language, VisitWords> = { en: visitEn, nl: visitNl };
