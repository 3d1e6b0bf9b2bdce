'use client';

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import { type Catalogue, type Language, languageOf } from '../../lib/language';
import { screenMessages } from '../../messages/areas/screen';
import { ticketMessages } from '../../messages/areas/ticket';
import { isInstalled, openWorker } from '../device/worker';
import { LiveProvider } from '../live/live-context';
import { joinMessages } from '../messages/join-messages';
import { SoundProvider } from '../sound/sound-context';
import { DEFAULT_SOUND, type SoundOptions } from '../sound/sound-options';
import { TicketActionsProvider } from '../ticket-actions/ticket-actions-context';
import { type Chosen, chosenIn } from './chosen';
import { LastGoodBoard } from './last-good-board';
import { OrBranchChoice } from './or-branch-choice';
import type { ScreenOptions } from './screen-options';
import type { ChoiceValue, UrlOptions } from './url-options';
import { useNewsTime } from './use-news-time';

const COMMON = joinMessages(screenMessages, ticketMessages);

type Props<Options> = {
  /** The page's query and the device's languages; the server renders with the same values. */
  query: string;
  languages: readonly string[];
  urlOptions: UrlOptions<Options>;
  /** Messages of this page; those of every screen are included. */
  messages: Catalogue;
  children: (chosen: Chosen<Options>) => ReactNode;
};

/** The shell of every screen: options, messages, live connection, taps and error boundary. */
export function Screen<Options extends ScreenOptions & { [Name in keyof Options]: ChoiceValue }>({
  query,
  languages,
  urlOptions,
  messages,
  children,
}: Props<Options>) {
  const [search, setSearch] = useState(query);
  const chosen = useMemo(() => {
    const write = (next: string) => {
      window.history.replaceState(null, '', next === '' ? window.location.pathname : `?${next}`);
      setSearch(next);
    };
    return chosenIn(urlOptions, search, write);
  }, [urlOptions, search]);
  const language = languageOf(chosen.options.lang, languages);
  const all = useMemo(() => ({ ...COMMON[language], ...messages[language] }), [messages, language]);

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    // An installed page has no bars of the browser, so the worker says when the server is away.
    if (isInstalled()) void openWorker();
  }, []);

  return (
    <IntlProvider locale={language} messages={all} timeZone="UTC">
      <LiveProvider branch={chosen.options.branch}>
        <LastGoodBoard notice={<Stumbled />}>
          <PageSound options={chosen.options} type={chosen.type} language={language}>
            <OrBranchChoice chosen={chosen}>
              <TicketActionsProvider>{children(chosen)}</TicketActionsProvider>
            </OrBranchChoice>
          </PageSound>
        </LastGoodBoard>
      </LiveProvider>
    </IntlProvider>
  );
}

type PageSoundProps = {
  options: ScreenOptions;
  type: (name: 'sound' | 'volume', text: string) => void;
  language: Language;
  children: ReactNode;
};

/** The page's sound, with the options of its address. */
function PageSound({ options: { sound, volume }, type, language, children }: PageSoundProps) {
  const sounds = useMemo(() => ({ ...DEFAULT_SOUND, sound, volume }), [sound, volume]);
  const choose = (chosen: Partial<SoundOptions>) => {
    if (chosen.sound) type('sound', chosen.sound);
    if (chosen.volume) type('volume', chosen.volume);
  };
  return (
    <SoundProvider options={sounds} choose={choose} language={language}>
      {children}
    </SoundProvider>
  );
}

/** What stands above the last good board. Its time stays that of the error, while the live connection goes on. */
function Stumbled() {
  const t = useTranslations('trouble');
  const [time] = useState(useNewsTime());
  return t('stumbled', { time: time ?? '–' });
}
