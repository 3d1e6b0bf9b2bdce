import { HISTORY_WORDS } from '../words/history-words';
import type { Language } from '../words/language';
import { SCREEN_WORDS } from '../words/screen-words';
import { VISIT_WORDS } from '../words/visit-words';

/** What the history says. How a table or a counter ticket is called comes with the words of screens. */
export const WORDS: Record<Language, object> = {
  en: { ...HISTORY_WORDS.en, ...VISIT_WORDS.en, ticket: SCREEN_WORDS.en.ticket },
  nl: { ...HISTORY_WORDS.nl, ...VISIT_WORDS.nl, ticket: SCREEN_WORDS.nl.ticket },
};
