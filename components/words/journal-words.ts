import { GAPS_WORDS, type GapsWords } from './gaps-words';
import { journalEn } from './journal.en';
import { journalNl } from './journal.nl';
import type { Language, WordsOf } from './language';
import { SCREEN_WORDS, type ScreenWords } from './screen-words';
import { STRIP_WORDS, type StripWords } from './strip-words';
import { WHEN_WORDS, type WhenWords } from './when-words';

export type JournalWords = WordsOf<typeof journalEn>;

export const JOURNAL_WORDS: Record<Language, JournalWords> = { en: journalEn, nl: journalNl };

/** All that the page says: what a course and its place are called, it says as the screens do; how live it is, as the strip. */
export const JOURNAL_PAGE_WORDS: Record<
  Language,
  JournalWords & WhenWords & GapsWords & StripWords & Pick<ScreenWords, 'ticket'>
> = {
  en: { ...journalEn, ...WHEN_WORDS.en, ...GAPS_WORDS.en, ...STRIP_WORDS.en, ticket: SCREEN_WORDS.en.ticket },
  nl: { ...journalNl, ...WHEN_WORDS.nl, ...GAPS_WORDS.nl, ...STRIP_WORDS.nl, ticket: SCREEN_WORDS.nl.ticket },
};
