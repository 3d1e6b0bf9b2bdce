import type { Language, WordsOf } from './language';
import { waysOutEn } from './ways-out.en';
import { waysOutNl } from './ways-out.nl';

export type WaysOutWords = WordsOf<typeof waysOutEn>;

export const WAYS_OUT_WORDS: Record<Language, WaysOutWords> = { en: waysOutEn, nl: waysOutNl };
