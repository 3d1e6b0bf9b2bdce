import { createTranslator } from 'use-intl/core';
import type { Language } from '../../lib/language';
import type { Messages } from '../../messages/types';

/** Returns `t` where there is no provider, such as in a server component. `Scope` is the type of `messages`. */
export function translatorOf<Scope extends Record<string, unknown> = Messages>(language: Language, messages: object) {
  return createTranslator<Scope>({ locale: language, messages: messages as Scope });
}

/** The `t` that `useTranslations()` returns. */
export type Translator = ReturnType<typeof translatorOf<Messages>>;
