import type { Language, WordsOf } from './language';
import { screenEn } from './screen.en';
import { screenNl } from './screen.nl';

/**
 * What every screen says. A page has a catalogue of its own beside it, `ready.en.ts`, `ready.nl.ts`, `ready-words.ts`,
 * which it hands to Screen; it is listed in app-config.d.ts and in catalogues.test.ts.
 */
export type ScreenWords = WordsOf<typeof screenEn>;

export const SCREEN_WORDS: Record<Language, ScreenWords> = { en: screenEn, nl: screenNl };
