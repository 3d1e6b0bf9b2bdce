'use client';

import { useRouter } from 'next/navigation';
import { Component, createRef, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import type { HandshakeCode } from '../../contract/live';
import type { Branch } from '../../contract/overview';
import { type Language, languageOf } from '../../lib/language';
import { isInstalled, openWorker } from '../device/capabilities';
import { localDevice } from '../device-storage';
import { askOverview } from '../home/answer';
import { LiveProvider, useLive, useNewsTime } from '../live/live-context';
import { SoundProvider } from '../sound/page-sound';
import type { SoundOptions } from '../sound/sound';
import { TicketActionsProvider } from '../ticket-actions/ticket-actions-context';
import { isServed, reloadIfServed } from './reload';
import { type ChoiceValue, type Chosen, chosenIn, type ScreenOptions, type UrlOptions } from './screen-options';

const START_AGAIN_EVERY_MS = 10_000;

type LastGoodBoardProps = {
  /** Text above the old board. */
  notice: ReactNode;
  children: ReactNode;
};

type State = { isBroken: boolean };

/**
 * Error boundary that keeps the last good board, greyed and with its time, because a blank wall is worse; the page
 * reloads after a while. The board is copied only on an error: while the fallback renders, the old DOM still exists.
 */
class LastGoodBoard extends Component<LastGoodBoardProps, State> {
  override state: State = { isBroken: false };
  #ground = createRef<HTMLDivElement>();
  #kept: Node | null = null;
  #starting: ReturnType<typeof setInterval> | undefined;

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    this.#starting = setInterval(() => void reloadIfServed(), START_AGAIN_EVERY_MS);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#starting);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return <div ref={this.#ground}>{this.props.children}</div>;
    this.#kept ??= this.#ground.current?.firstElementChild?.cloneNode(true) ?? null;
    return (
      <>
        <p
          className="fixed inset-x-0 top-0 z-1 px-[1rem] py-[0.25rem] font-[650] text-[2rem] on-late max-handheld:text-[1rem]"
          role="alert"
        >
          {this.props.notice}
        </p>
        <div data-old inert ref={(place) => void (this.#kept && place?.replaceChildren(this.#kept))} />
      </>
    );
  }
}

/** What the server renders a screen with. */
export type ScreenProps = {
  /** The page's query. */
  query: string;
  /** The device's languages, most preferred first. */
  languages: readonly string[];
  /** The language of the page, and its messages in it. */
  language: Language;
  messages: object;
};

type Props<Options> = ScreenProps & {
  urlOptions: UrlOptions<Options>;
  children: (chosen: Chosen<Options>) => ReactNode;
};

/** The shell of every screen: options, messages, live connection, actions and error boundary. */
export function Screen<Options extends ScreenOptions & { [Name in keyof Options]: ChoiceValue }>({
  query,
  languages,
  language,
  messages,
  urlOptions,
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
  useLanguage(language, languageOf(chosen.options.lang, languages));
  useEffect(() => {
    // An installed page has no bars of the browser, so the worker says when the server is away.
    if (isInstalled()) void openWorker();
  }, []);

  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <LiveProvider branch={chosen.options.branch}>
        <LastGoodBoard notice={<Stumbled />}>
          <PageSound options={chosen.options} type={chosen.type}>
            <OrBranchChoice chosen={chosen}>
              <TicketActionsProvider>{children(chosen)}</TicketActionsProvider>
            </OrBranchChoice>
          </PageSound>
        </LastGoodBoard>
      </LiveProvider>
    </IntlProvider>
  );
}

/** Fetches the messages again in the language that somebody chose; until then, and without the server, the former stays. */
function useLanguage(language: Language, wanted: Language): void {
  const { refresh } = useRouter();
  useEffect(() => {
    document.documentElement.lang = language;
    if (wanted === language) return;
    // Without an answer, a refresh would end at an error page of the browser.
    void isServed(window.location.href).then((is) => is && refresh());
  }, [language, wanted, refresh]);
}

type PageSoundProps = {
  options: ScreenOptions;
  type: (name: 'sound' | 'volume', text: string) => void;
  children: ReactNode;
};

/** The page's sound, with the options of its address. */
function PageSound({ options: { sound, volume }, type, children }: PageSoundProps) {
  const sounds = useMemo(() => ({ sound, volume }), [sound, volume]);
  const choose = (chosen: Partial<SoundOptions>) => {
    if (chosen.sound) type('sound', chosen.sound);
    if (chosen.volume) type('volume', chosen.volume);
  };
  return (
    <SoundProvider options={sounds} choose={choose}>
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

/** The page, or a choice of branches if the server refuses the one in the address. A screen that is none leaves. */
function OrBranchChoice<Options extends ScreenOptions>({
  chosen,
  children,
}: {
  chosen: Chosen<Options>;
  children: ReactNode;
}) {
  const isRefused = useLive(({ link }) => link.kind === 'refused' && link.code === 'branch');
  useMoved(chosen.options.kiosk === 'on');
  useUnpaired();
  if (!isRefused) return children;
  return (
    <BranchChoice options={chosen.options} choose={(branch) => chosen.type('branch', String(branch))}>
      {children}
    </BranchChoice>
  );
}

/** Options of the address that hold for every view: a kiosk stays one. */
const KEPT_WHEN_MOVED = ['lang', 'kiosk'];
const UNPAIRED: readonly HandshakeCode[] = ['no-token', 'unknown', 'revoked'];
/** The view that this device had as a screen, also before it was switched off. */
const STORED = 'heatlamp-view';

/**
 * Leaves for the screen's own page when a manager has moved the screen, also while it was off: the server names another
 * view than before, or refuses the branch that it showed. The pairing page knows the way.
 */
function useMoved(isKiosk: boolean): void {
  const view = useLive(({ screen }) => screen?.view ?? null);
  const isRefused = useLive(({ link }) => link.kind === 'refused' && link.code === 'branch');
  const before = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (before.current === undefined) before.current = localDevice.get(STORED) ?? null;
    const known = before.current;
    if (view !== null) {
      before.current = view;
      localDevice.set(STORED, view);
    }
    const hasOtherView = view !== null && known !== null && view !== known && window.location.pathname !== `/${view}`;
    // A kiosk that starts with the address of its former branch cannot be asked for another; nobody may be there.
    const hasOtherBranch = isRefused && (view !== null || (isKiosk && known !== null));
    if (hasOtherView || hasOtherBranch) window.location.replace(pairAddress());
  }, [view, isRefused, isKiosk]);
}

/** Opens the pairing page, which shows a code, when this device is not paired (any more): a television has no keyboard. */
function useUnpaired(): void {
  const isUnpaired = useLive(({ link }) => link.kind === 'refused' && UNPAIRED.includes(link.code));
  useEffect(() => {
    if (!isUnpaired) return;
    const leave = async () => {
      if (await isServed('/pair')) window.location.replace(pairAddress());
    };
    void leave();
    const timer = setInterval(() => void leave(), START_AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [isUnpaired]);
}

function pairAddress(): string {
  const kept = [...new URLSearchParams(window.location.search)].filter(([name]) => KEPT_WHEN_MOVED.includes(name));
  return kept.length > 0 ? `/pair?${new URLSearchParams(kept)}` : '/pair';
}

type BranchChoiceProps = {
  options: ScreenOptions;
  choose: (branch: number) => void;
  /** Shown if no branch can be offered. */
  children: ReactNode;
};

/** Buttons for choosing a branch, if the address names none or one that this screen may not show. */
function BranchChoice({ options, choose, children }: BranchChoiceProps) {
  const branches = useBranches();
  if (branches === null) return null;
  if (branches.length === 0) return children;
  return (
    <main
      className="grid min-h-dvh content-center justify-items-center gap-12 px-15 py-20 text-[clamp(1.15rem,2.4vmin,2rem)] on-ground"
      data-level="refused"
      data-theme={options.theme}
      data-palette={options.palette}
    >
      <Buttons branches={branches} isNamed={options.branch !== null} choose={choose} />
    </main>
  );
}

type ButtonsProps = {
  branches: readonly Branch[];
  /** Whether the address names a branch, which is then not among these. */
  isNamed: boolean;
  choose: (branch: number) => void;
};

function Buttons({ branches, isNamed, choose }: ButtonsProps) {
  const t = useTranslations('waysOut');
  const refused = useTranslations('refused');
  return (
    <>
      {isNamed && <p role="alert">{refused('branch')}</p>}
      <h1 className="text-balance text-center font-bold text-[1.3em]">{t('whichBranch')}</h1>
      <ul className="flex max-w-[60rem] flex-wrap justify-center gap-8">
        {branches.map(({ number, name }) => (
          <li key={number}>
            <button
              type="button"
              className="wrap-anywhere min-h-[max(64px,3.2em)] min-w-90 rounded-[0.4em] px-10 py-3.5 font-[650] inverse focus-visible:outline-3 focus-visible:outline-offset-3"
              onClick={() => choose(number)}
            >
              {name ?? t('branch', { number: String(number) })}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const ASK_AGAIN_MS = 5_000;

/** Branches of this screen by its cookie; null before the answer. */
function useBranches(): readonly Branch[] | null {
  const [branches, setBranches] = useState<readonly Branch[] | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const ask = async () => {
      const own = await askBranches();
      if (isGone) return;
      setBranches(own ?? []);
      if (!own) timer = setTimeout(ask, ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return branches;
}

async function askBranches(): Promise<readonly Branch[] | null> {
  const device = (await askOverview())?.device;
  return device?.is === 'paired' ? device.branches : null;
}
