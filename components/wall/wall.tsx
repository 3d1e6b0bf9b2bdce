'use client';

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import { LiveProvider } from '../live/live-context';
import { type Language, languageOf } from '../words/language';
import { WALL_WORDS } from '../words/wall-words';
import { LastGoodBoard } from './last-good-board';
import { TONES, toneStyle } from './palette';
import { WallBoard } from './wall-board';
import { readOptions, type WallOptions, writeOptions } from './wall-options';

/** The kitchen wall. `query` is the page's, `languages` are the device's; both are known to the server too. */
export function Wall({ query, languages }: { query: string; languages: readonly string[] }) {
  const [search, setSearch] = useState(query);
  const { options, ignored } = useMemo(() => readOptions(new URLSearchParams(search)), [search]);
  const language: Language = languageOf(options.lang, languages);

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  /** Every choice is in the address: a kiosk that starts with it needs no clicks. */
  const choose = (chosen: Partial<WallOptions>) => {
    const next = writeOptions({ ...options, ...chosen });
    window.history.replaceState(null, '', next === '' ? window.location.pathname : `?${next}`);
    setSearch(next);
  };

  return (
    <IntlProvider locale={language} messages={WALL_WORDS[language]} timeZone="UTC">
      <LiveProvider branch={options.branch}>
        <Guarded>
          <WallBoard
            options={options}
            ignored={ignored}
            choose={choose}
            style={toneStyle(TONES[options.theme][options.palette])}
          />
        </Guarded>
      </LiveProvider>
    </IntlProvider>
  );
}

function Guarded({ children }: { children: ReactNode }) {
  const words = useTranslations('trouble');
  return <LastGoodBoard say={(time) => words('stumbled', { time })}>{children}</LastGoodBoard>;
}
