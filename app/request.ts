import { headers } from 'next/headers';
import { translatorOf } from '../components/messages/translator';
import { deviceLanguages, type Language, languageIn, languageOf } from '../lib/language';
import { messagesIn } from '../messages/messages-in';
import type { Areas } from '../messages/types';

/** The language of a request, and the one chosen by its address, if any. */
type RequestLanguage = { language: Language; chosen: Language | null };

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The query of a page as text; the first value of a repeated parameter counts. */
export function queryText(query: Awaited<SearchParams>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first]];
  });
  return new URLSearchParams(pairs).toString();
}

/**
 * Language for every page, the not-found page and the layout. Next gives the latter two no query, so it comes in a
 * header of our own (server/pages/prepare-next.ts).
 */
export async function requestLanguage(): Promise<RequestLanguage> {
  const sent = await headers();
  const chosen = languageIn(new URLSearchParams(sent.get('x-heatlamp-query') ?? ''));
  return { chosen, language: languageOf(chosen, deviceLanguages(sent.get('accept-language'), sent.get('cookie'))) };
}

/** `t` of one area, for what the server renders outside of components. */
export async function textsIn<Area extends keyof Areas>(language: Language, area: Area) {
  return translatorOf<Areas[Area]>(language, await messagesIn(language, area));
}
