import type { Language, WordsOf } from './language';
import { restEn } from './rest.en';
import { restNl } from './rest.nl';

export type RestWords = WordsOf<typeof restEn>;

export const REST_WORDS: Record<Language, RestWords> = { en: restEn, nl: restNl };
