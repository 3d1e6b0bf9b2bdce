import { type Catalogue, LANGUAGES, type Language } from '../../lib/language';

/** Returns one catalogue with the messages of several areas. */
export function joinMessages(...areas: Catalogue[]): Catalogue {
  return Object.fromEntries(LANGUAGES.map((language) => [language, messagesIn(language, areas)])) as Catalogue;
}

/** Like `joinMessages`, in one language: a page that the server renders sends its messages to the browser. */
export function joinMessagesIn(language: Language, ...areas: Catalogue[]): Partial<Catalogue> {
  return { [language]: messagesIn(language, areas) };
}

function messagesIn(language: Language, areas: Catalogue[]): object {
  return Object.assign({}, ...areas.map((area) => area[language]));
}
