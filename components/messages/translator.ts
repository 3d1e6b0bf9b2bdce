import { createTranslator } from 'use-intl/core';
import { type Catalogue, LANGUAGES, type Language } from '../../lib/language';
import { siteMessages } from '../../messages/areas/site';
import type { Areas, Messages } from '../../messages/types';

/** Returns `t` where there is no provider, such as in a server component. `Scope` is the type of `messages`. */
export function translatorOf<Scope extends Record<string, unknown> = Messages>(
  messages: Catalogue,
  language: Language,
) {
  return createTranslator<Scope>({ locale: language, messages: messages[language] as Scope });
}

/** The `t` that `useTranslations()` returns. */
export type Translator = ReturnType<typeof translatorOf<Messages>>;

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

/** `t` outside of screens and managers' pages: for the description of the site, the not-found page, and pairing. */
export const siteTranslator = (language: Language) => translatorOf<Areas['site']>(siteMessages, language);
