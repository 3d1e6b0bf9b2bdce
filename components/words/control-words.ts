import { controlEn } from './control.en';
import { controlNl } from './control.nl';
import type { Language, WordsOf } from './language';

export type ControlWords = WordsOf<typeof controlEn>;

export const CONTROL_WORDS: Record<Language, ControlWords> = { en: controlEn, nl: controlNl };
