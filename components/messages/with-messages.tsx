'use client';

import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import type { Language } from '../../lib/language';

type Props = { messages: object; children: ReactNode };

/** The language of a page, and the messages in it that the server sends with the page. */
export function InLanguage({ language, messages, children }: Props & { language: Language }) {
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

/** Adds messages in the language of the page. */
export function WithMessages({ messages, children }: Props) {
  const language = useLocale();
  const outer = useMessages();
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <InLanguage language={language} messages={all}>
      {children}
    </InLanguage>
  );
}
