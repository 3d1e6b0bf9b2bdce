'use client';

import { useEffect, useState } from 'react';
import type { PairedScreen, PairingStarted } from '../../contract/screens';
import type { Language } from '../../lib/language';
import { localDevice, parseStored } from '../device-storage';
import { pairOverHttp, startPairingOverHttp } from './pairing-over-http';
import { addressOf, choicesOf } from './screen-pages';

type Code = Exclude<PairingStarted, { screen: unknown }>;
export type PairingState =
  | { is: 'working' | 'refused' | 'unreachable' | 'busy' }
  /** `isLost`: the server does not answer now. */
  | { is: 'code'; code: string; link: string; isLost: boolean };

const AGAIN_MS = 3_000;
const POLL_MS = 2_000;
const BUSY_MS = 30_000;
/** A page that is loaded again shows the same code. */
const STORED = 'heatlamp-pairing';

/**
 * Pairs this device: by the token in the link's fragment, which is never sent in a request line, or else by a code that
 * it shows until a manager approves it. Then it opens the screen's view. `chosen` is the language in the address.
 */
export function usePairing(chosen: Language | null): PairingState {
  const [state, setState] = useState<PairingState>({ is: 'working' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempts = 0;
    const begin = () => {
      clearTimeout(timer);
      setState({ is: 'working' });
      void attempt(++attempts);
    };
    const attempt = async (number: number) => {
      const token = window.location.hash.slice(1);
      const next = token === '' ? await byCode() : await byLink(token);
      // A second link in the same tab changes only the fragment, which does not reload the page.
      if (number !== attempts) return;
      if ('screen' in next) return window.location.replace(pageOf(next.screen, chosen));
      setState(next.state);
      if (next.againMs !== null) timer = setTimeout(() => void attempt(number), next.againMs);
    };
    begin();
    window.addEventListener('hashchange', begin);
    return () => {
      attempts += 1;
      clearTimeout(timer);
      window.removeEventListener('hashchange', begin);
    };
  }, [chosen]);
  return state;
}

type Next = { screen: PairedScreen } | { state: PairingState; againMs: number | null };

async function byLink(token: string): Promise<Next> {
  const reply = await pairOverHttp(token);
  if (reply === 'unreachable') return { state: { is: 'unreachable' }, againMs: AGAIN_MS };
  if (reply === 'gone' || !('screen' in reply)) return { state: { is: 'refused' }, againMs: null };
  return reply;
}

async function byCode(): Promise<Next> {
  const stored = storedCode();
  const reply = stored === null ? 'gone' : await pairOverHttp(stored.token);
  if (stored !== null && reply !== 'gone') {
    if (reply !== 'unreachable' && 'screen' in reply) {
      store(null);
      return reply;
    }
    const { code, link } = stored;
    return { state: { is: 'code', code, link, isLost: reply === 'unreachable' }, againMs: POLL_MS };
  }
  const started = await startPairingOverHttp();
  if (started === 'busy') return { state: { is: 'busy' }, againMs: BUSY_MS };
  if (started === 'unreachable') return { state: { is: 'unreachable' }, againMs: AGAIN_MS };
  if ('screen' in started) return started;
  store(started);
  return { state: { is: 'code', code: started.code, link: started.link, isLost: false }, againMs: POLL_MS };
}

/** For devices whose storage is forbidden. */
let held: Code | null = null;

function store(code: Code | null): void {
  held = code;
  localDevice.set(STORED, JSON.stringify(code));
}

function storedCode(): Code | null {
  const read = parseStored(localDevice.get(STORED));
  return held ?? (read !== null && typeof read === 'object' && 'token' in read ? (read as Code) : null);
}

function pageOf({ view, branches }: PairedScreen, chosen: Language | null): string {
  const choices = choicesOf({ view, branches: branches.map((number) => ({ number })) }, chosen);
  const address = choices.find(({ isOwn }) => isOwn)?.href ?? addressOf('/', new URLSearchParams(), chosen);
  // A kiosk that was moved to another view stays one.
  if (new URLSearchParams(window.location.search).get('kiosk') !== 'on') return address;
  return `${address}${address.includes('?') ? '&' : '?'}kiosk=on`;
}
