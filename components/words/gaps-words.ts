import { gapsEn } from './gaps.en';
import { gapsNl } from './gaps.nl';
import type { Language, WordsOf } from './language';

export type GapsWords = WordsOf<typeof gapsEn>;

export const GAPS_WORDS: Record<Language, GapsWords> = { en: gapsEn, nl: gapsNl };
