import { HISTORY_WORDS } from '../words/history-words';
import type { Language } from '../words/language';
import { SCREEN_WORDS } from '../words/screen-words';
import { VISIT_WORDS } from '../words/visit-words';

/** Messages of the history. Names of tables and counter tickets are in the messages of screens. */
export const WORDS: Record<Language, object> = {
  en: { ...HISTORY_WORDS.en, ...VISIT_WORDS.en, ticket: SCREEN_WORDS.en.ticket },
  nl: { ...HISTORY_WORDS.nl, ...VISIT_WORDS.nl, ticket: SCREEN_WORDS.nl.ticket },
};
