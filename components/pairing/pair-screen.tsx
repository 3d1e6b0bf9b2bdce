'use client';

import { useEffect, useState } from 'react';
import { createTranslator } from 'use-intl/core';
import { languageOf, WALL_WORDS } from '../words/wall-words';

type State = 'working' | 'noToken' | 'refused' | 'unreachable';

const AGAIN_MS = 3_000;
/** Views whose page there is; a program's token has none. */
const PAGES: Record<string, string> = { kitchen: '/kitchen' };

/** Takes the token out of the link's fragment, which no server sees, for the cookie, and goes to the screen's view. */
export function PairScreen({ languages }: { languages: readonly string[] }) {
  const [state, setState] = useState<State>('working');
  const language = languageOf(null, languages);
  const words = createTranslator({ locale: language, messages: WALL_WORDS[language], namespace: 'pair' });

  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const attempt = async () => {
      clearTimeout(again);
      const link = window.location.hash;
      if (link.length < 2) {
        setState('noToken');
        return;
      }
      setState('working');
      const outcome = await pair(link.slice(1));
      if (link !== window.location.hash) return;
      if ('go' in outcome) window.location.replace(outcome.go);
      else setState(outcome.state);
      if ('state' in outcome && outcome.state === 'unreachable') again = setTimeout(attempt, AGAIN_MS);
    };
    void attempt();
    // Another link put into the address of this page changes its fragment only: nothing is loaded anew.
    window.addEventListener('hashchange', attempt);
    return () => {
      clearTimeout(again);
      window.removeEventListener('hashchange', attempt);
    };
  }, []);

  return (
    <main className="grid min-h-dvh place-content-center gap-3 p-8 text-center">
      <h1 className="text-2xl font-bold">{words('title')}</h1>
      <p role="status">{words(state)}</p>
    </main>
  );
}

async function pair(token: string): Promise<{ go: string } | { state: State }> {
  try {
    const response = await fetch('/api/v1/pair', { method: 'POST', body: JSON.stringify({ token }) });
    if (response.status >= 500) return { state: 'unreachable' };
    if (!response.ok) return { state: 'refused' };
    const { screen } = (await response.json()) as { screen: { view: string; branches: number[] } };
    const [branch] = screen.branches;
    return { go: `${PAGES[screen.view] ?? '/'}${screen.branches.length > 1 ? `?branch=${branch}` : ''}` };
  } catch {
    return { state: 'unreachable' };
  }
}
