import type { Language, WordsOf } from './language';
import { wallMenuEn } from './wall-menu.en';
import { wallMenuNl } from './wall-menu.nl';

export type WallMenuWords = WordsOf<typeof wallMenuEn>;

export const WALL_MENU_WORDS: Record<Language, WallMenuWords> = { en: wallMenuEn, nl: wallMenuNl };
