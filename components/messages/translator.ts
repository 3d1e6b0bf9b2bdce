import { createTranslator } from 'use-intl/core';
import type { Catalogue, Language } from '../../lib/language';
import type { Messages } from '../../messages/types';

/** Returns `t` where there is no provider, such as in a server component. `Scope` is the type of `messages`. */
export function translatorOf<Scope extends Record<string, unknown> = Messages>(
  messages: Catalogue,
  language: Language,
) {
  return createTranslator<Scope>({ locale: language, messages: messages[language] as Scope });
}

/** The `t` that `useTranslations()` returns. */
export type Translator = ReturnType<typeof translatorOf<Messages>>;
