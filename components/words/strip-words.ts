import { GAPS_WORDS, type GapsWords } from './gaps-words';
import type { Language, WordsOf } from './language';
import { SCREEN_WORDS, type ScreenWords } from './screen-words';
import { stripEn } from './strip.en';
import { stripNl } from './strip.nl';
import { WHEN_WORDS, type WhenWords } from './when-words';

export type StripWords = WordsOf<typeof stripEn>;

export const STRIP_WORDS: Record<Language, StripWords> = { en: stripEn, nl: stripNl };

/** All that the page says: what a course and its place are called, it says as the screens do. */
export const STRIP_PAGE_WORDS: Record<Language, StripWords & WhenWords & GapsWords & Pick<ScreenWords, 'ticket'>> = {
  en: { ...stripEn, ...WHEN_WORDS.en, ...GAPS_WORDS.en, ticket: SCREEN_WORDS.en.ticket },
  nl: { ...stripNl, ...WHEN_WORDS.nl, ...GAPS_WORDS.nl, ticket: SCREEN_WORDS.nl.ticket },
};
