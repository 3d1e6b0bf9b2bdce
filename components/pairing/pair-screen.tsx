'use client';

import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { PairedScreen, PairingStarted, PairReply } from '../../contract/screens';
import type { Language } from '../../lib/language';
import { localDevice, parseStored } from '../device-storage';
import { HomeLink, PlainPage } from '../plain-page';
import { QrCode } from '../qr-code';
import { addressOf, choicesOf } from './screen-pages';

/** `gone`: the server does not know the token, or its time is over. */
type Paired = PairReply | 'gone' | 'unreachable';

type Code = Exclude<PairingStarted, { screen: unknown }>;
type PairingState =
  | { is: 'working' | 'refused' | 'unreachable' | 'busy' }
  /** `isLost`: the server does not answer now. */
  | ({ is: 'code'; isLost: boolean } & Pick<Code, 'code' | 'link' | 'name'>);

const AGAIN_MS = 3_000;
const POLL_MS = 2_000;
const BUSY_MS = 30_000;
/** A page that is loaded again shows the same code. */
const STORED = 'heatlamp-pairing';

type Next = { screen: PairedScreen } | { state: PairingState; againMs: number | null };

/** For devices whose storage is forbidden. */
let held: Code | null = null;

/** Pairs the device that opens it. `chosen` is the language in the address, if any. */
export function PairScreen({ chosen }: { chosen: Language | null }) {
  const state = usePairing(chosen);
  const t = useTranslations();
  const format = useFormatter();
  const home = <HomeLink href={addressOf('/', new URLSearchParams(), chosen)}>{t('site.home')}</HomeLink>;
  if (state.is === 'code')
    return (
      <PlainPage title={t('pair.codeTitle')} light={state.isLost ? 'off' : 'dim'}>
        <div className="mt-8 grid w-full items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(12rem,20rem)]">
          <div>
            <p className="text-pretty text-xl">{t('pair.scan')}</p>
            <p className="mt-6 text-pretty text-xl">
              {t('pair.type', { page: format.list(pagesIn(state), { type: 'disjunction' }) })}
            </p>
            <p className="mt-3 font-bold whitespace-nowrap text-[clamp(2.75rem,9vw,6rem)] tabular-nums leading-none tracking-[0.08em] font-stretch-88%">
              <span aria-hidden="true">
                {state.code.slice(0, 3)} {state.code.slice(3)}
              </span>
              <span className="sr-only">{[...state.code].join(' ')}</span>
            </p>
            <p role="status" className="mt-6 min-h-14 max-w-[44ch] text-pretty text-text-quiet">
              {t(state.isLost ? 'pair.unreachable' : 'pair.waits')}
            </p>
            {home}
          </div>
          <div className="w-full max-w-80 overflow-hidden rounded-2xl border border-line">
            <QrCode text={state.link} label={t('pair.qr')} />
          </div>
        </div>
      </PlainPage>
    );
  return (
    <PlainPage title={t('pair.title')} light={state.is === 'working' ? 'dim' : 'off'}>
      <p role="status" className="mt-4 max-w-[44ch] text-pretty text-xl">
        {t(`pair.${state.is}`)}
      </p>
      {state.is === 'refused' && home}
    </PlainPage>
  );
}

/** The page of a link as people type it, without protocol and query, by the name of the server and by its address. */
function pagesIn({ link, name }: Pick<Code, 'link' | 'name'>): string[] {
  const { host, pathname } = new URL(link);
  return [name, host].flatMap((one) => (one === null ? [] : [`${one}${pathname}`]));
}

/**
 * Pairs this device: by the token in the link's fragment, which is never sent in a request line, or else by a code that
 * it shows until a manager approves it. Then it opens the screen's view. `chosen` is the language in the address.
 */
function usePairing(chosen: Language | null): PairingState {
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
    return { state: { is: 'code', ...stored, isLost: reply === 'unreachable' }, againMs: POLL_MS };
  }
  const started = await startPairingOverHttp();
  if (started === 'busy') return { state: { is: 'busy' }, againMs: BUSY_MS };
  if (started === 'unreachable') return { state: { is: 'unreachable' }, againMs: AGAIN_MS };
  if ('screen' in started) return started;
  store(started);
  return { state: { is: 'code', ...started, isLost: false }, againMs: POLL_MS };
}

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

/** Exchanges a token for the cookie of a screen, or learns that nobody has approved its code yet. */
async function pairOverHttp(token: string): Promise<Paired> {
  const response = await post('/api/v1/pair', { token });
  if (response === null || response.status >= 500) return 'unreachable';
  return response.ok ? bodyOf<PairReply>(response) : 'gone';
}

/** Asks for a code to show. `busy`: this device or too many others asked for codes. */
async function startPairingOverHttp(): Promise<PairingStarted | 'busy' | 'unreachable'> {
  const response = await post('/api/v1/pairings', {});
  if (response?.ok) return bodyOf<PairingStarted>(response);
  return response?.status === 429 || response?.status === 503 ? 'busy' : 'unreachable';
}

/** The sign-in page of a guest network is answered 200 too, and is not JSON. */
async function bodyOf<Body>(response: Response): Promise<Body | 'unreachable'> {
  return response.json().catch(() => 'unreachable');
}

async function post(path: string, body: object): Promise<Response | null> {
  try {
    return await fetch(path, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(8_000) });
  } catch {
    return null;
  }
}
