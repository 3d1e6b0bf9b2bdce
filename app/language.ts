import { headers } from 'next/headers';
import { type Language, languageIn, languageOf } from '../components/words/language';
import { deviceLanguages } from './request';

/** The language that a page is asked for in, and the one that its address chooses, if it does. */
export type AskedLanguage = { language: Language; chosen: Language | null };

/**
 * For every page, the one that is not there and what surrounds them: those two Next tells nothing of the query, so it
 * comes in a header of the server's own (server/pages.ts).
 */
export async function askedLanguage(): Promise<AskedLanguage> {
  const sent = await headers();
  const chosen = languageIn(new URLSearchParams(sent.get('x-heatlamp-query') ?? ''));
  return { chosen, language: languageOf(chosen, deviceLanguages(sent)) };
}
