import type { Language, WordsOf } from './language';
import { wallEn } from './wall.en';
import { wallNl } from './wall.nl';

export type WallWords = WordsOf<typeof wallEn>;

export const WALL_WORDS: Record<Language, WallWords> = { en: wallEn, nl: wallNl };
