import { headers } from 'next/headers';
import type { ComponentType } from 'react';
import type { ScreenProps } from '../components/screen/screen';
import { deviceLanguages } from '../lib/language';
import { START_AGAIN } from '../lib/start-again';
import { messagesIn } from '../messages/messages-in';
import type { Areas } from '../messages/types';
import { queryText, requestLanguage, type SearchParams } from './request';

/**
 * The page of a screen, with its messages in one language, those of `areas` beside what every screen shows: a shell without data, because the data needs the screen's
 * cookie. Its script loads it again if it could not be loaded whole, and is part of the page, so that it needs no other
 * file.
 */
export function screenPage(Screen: ComponentType<ScreenProps>, ...areas: (keyof Areas)[]) {
  return async function Page({ searchParams }: { searchParams: SearchParams }) {
    const [query, sent, { language }] = await Promise.all([searchParams, headers(), requestLanguage()]);
    return (
      <>
        <script>{START_AGAIN}</script>
        <Screen
          query={queryText(query)}
          languages={deviceLanguages(sent.get('accept-language'), sent.get('cookie'))}
          language={language}
          messages={await messagesIn(language, 'gaps', 'screen', 'ticket', ...areas)}
        />
      </>
    );
  };
}
