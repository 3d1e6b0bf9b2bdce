import type { Language, WordsOf } from './language';
import { tapsEn } from './taps.en';
import { tapsNl } from './taps.nl';

export type TapsWords = WordsOf<typeof tapsEn>;

export const TAPS_WORDS: Record<Language, TapsWords> = { en: tapsEn, nl: tapsNl };
