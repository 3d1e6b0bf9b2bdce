'use client';

import { useEffect, useState } from 'react';
import type { Language } from '../../lib/language';
import { siteTranslator } from '../messages/site';
import { HomeLink, PlainPage } from '../plain-page';
import { withCommands } from '../with-commands';
import { addressOf, choicesOf } from './screen-pages';

type State = 'working' | 'noToken' | 'refused' | 'unreachable';

const AGAIN_MS = 3_000;

/**
 * Exchanges the token in the link's fragment, which is never sent in a request line, for a cookie, and opens the
 * screen's view. `chosen` is the language in the address, if any.
 */
export function PairScreen({ language, chosen }: { language: Language; chosen: Language | null }) {
  const [state, setState] = useState<State>('working');
  const t = siteTranslator(language);

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
      const outcome = await pair(link.slice(1), chosen);
      if (link !== window.location.hash) return;
      if ('go' in outcome) window.location.replace(outcome.go);
      else setState(outcome.state);
      if ('state' in outcome && outcome.state === 'unreachable') again = setTimeout(attempt, AGAIN_MS);
    };
    void attempt();
    // A second link in the same tab changes only the fragment, which does not reload the page.
    window.addEventListener('hashchange', attempt);
    return () => {
      clearTimeout(again);
      window.removeEventListener('hashchange', attempt);
    };
  }, [chosen]);

  return (
    <PlainPage title={t('pair.title')} light={state === 'working' ? 'dim' : 'off'}>
      <p role="status" className="mt-4 max-w-[44ch] text-pretty text-xl">
        {withCommands(t(`pair.${state}`))}
      </p>
      {(state === 'noToken' || state === 'refused') && (
        <HomeLink href={addressOf('/', new URLSearchParams(), chosen)}>{t('site.home')}</HomeLink>
      )}
    </PlainPage>
  );
}

async function pair(token: string, chosen: Language | null): Promise<{ go: string } | { state: State }> {
  try {
    const response = await fetch('/api/v1/pair', { method: 'POST', body: JSON.stringify({ token }) });
    if (response.status >= 500) return { state: 'unreachable' };
    if (!response.ok) return { state: 'refused' };
    const { screen } = (await response.json()) as { screen: { view: string; branches: number[] } };
    const branches = screen.branches.map((number) => ({ number }));
    const own = choicesOf({ view: screen.view, branches }, chosen).find(({ isOwn }) => isOwn);
    return { go: own?.href ?? addressOf('/', new URLSearchParams(), chosen) };
  } catch {
    return { state: 'unreachable' };
  }
}
