'use client';

import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import type { Catalogue } from '../../lib/language';

/** Adds messages for its children, such as those that the server sends with a page of managers. */
export function WithMessages({ messages, children }: { messages: Partial<Catalogue>; children: ReactNode }) {
  const language = useLocale();
  const outer = useMessages();
  const all = useMemo(() => ({ ...outer, ...messages[language] }), [outer, messages, language]);
  return (
    <IntlProvider locale={language} messages={all} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
