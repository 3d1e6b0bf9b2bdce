import type { Language, WordsOf } from './language';
import { officeEn } from './office.en';
import { officeNl } from './office.nl';

export type OfficeWords = WordsOf<typeof officeEn>;

export const OFFICE_WORDS: Record<Language, OfficeWords> = { en: officeEn, nl: officeNl };
