'use client';

import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import type { Language } from './language';

/** Gives what is inside some more words: those of a part that is fetched on its own. */
export function WithWords({ words, children }: { words: Record<Language, object>; children: ReactNode }) {
  const language = useLocale();
  const known = useMessages();
  const messages = useMemo(() => ({ ...known, ...words[language] }), [known, words, language]);
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
