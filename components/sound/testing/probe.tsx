import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { type Catalogue, languageIn } from '../../../lib/language';
import de from '../../../messages/de/screen.json';
import en from '../../../messages/en/screen.json';
import fr from '../../../messages/fr/screen.json';
import nl from '../../../messages/nl/screen.json';
import { createOutput, renderNotes } from '../audio';
import { SoundBadge, SoundFields, SoundProvider } from '../page-sound';
import { createSound, type PlayOutcome, type Sound, type SoundOptions, type SoundState } from '../sound';
import { lengthOf, type SoundEvent, TONES } from '../tones';
import { BEGINS_S, RATE } from './measure';

const MESSAGES: Catalogue = { de, en, fr, nl };

/** Interface for tests on a page that only has sound. */
type Probe = {
  /** Samples of these sounds at once. The test measures them, because its JavaScript is optimized. */
  renders: (...events: SoundEvent[]) => Promise<number[]>;
  /** Opens a separate engine whose clock advances only through `passes`. */
  opens: () => SoundState;
  state: () => SoundState | undefined;
  plays: (event: SoundEvent) => PlayOutcome | undefined;
  insists: (key: string, event: SoundEvent) => void;
  touched: () => void;
  mutes: (ms: number) => void;
  passes: (ms: number) => void;
  /** Suspends the audio like the system does. Returns every state that was reported. */
  isSuspended: () => Promise<(SoundState | undefined)[]>;
  closes: () => void;
  /** The loudest sample at the output within this many ms. */
  loudestWithin: (ms: number) => Promise<number>;
  /** Number of audio contexts that the page created. */
  contexts: () => number;
};

declare global {
  interface Window {
    probe: Probe;
  }
}

let contexts = 0;
const Native = window.AudioContext;
window.AudioContext = class extends Native {
  constructor(options?: AudioContextOptions) {
    super(options);
    contexts += 1;
  }
};

let engine: Sound | null = null;
let audio: AudioContext | null = null;
let meter: AnalyserNode | null = null;
let now = 0;

/** An audio context with an analyser before its output. */
function createContext(): AudioContext {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  analyser.connect(context.destination);
  Object.defineProperty(context, 'destination', { value: analyser });
  audio = context;
  meter = analyser;
  return context;
}

async function renders(...events: SoundEvent[]): Promise<number[]> {
  const sounds = events.map((event) => TONES[event].notes);
  const lengthS = Math.max(...sounds.map(lengthOf)) / 1_000;
  const context = new OfflineAudioContext(1, Math.ceil((BEGINS_S + lengthS + 0.1) * RATE), RATE);
  const output = createOutput(context, 1);
  for (const notes of sounds) renderNotes(context, output, notes, BEGINS_S);
  return [...(await context.startRendering()).getChannelData(0)];
}

window.probe = {
  renders,
  opens: () => {
    engine = createSound({ createContext, monotonicNow: () => now, options: { sound: 'on', volume: 'normal' } });
    for (const touch of ['pointerdown', 'pointerup']) window.addEventListener(touch, () => engine?.unlock());
    return engine.state();
  },
  state: () => engine?.state(),
  plays: (event) => engine?.play(event),
  insists: (key, event) => engine?.insist(key, event),
  touched: () => engine?.touched(),
  mutes: (ms) => engine?.mute(ms),
  passes: (ms) => {
    now += ms;
    engine?.tick();
    engine?.repeat();
  },
  isSuspended: async () => {
    const states: (SoundState | undefined)[] = [];
    const stop = engine?.subscribe(() => states.push(engine?.state()));
    await audio?.suspend();
    await new Promise((resolve) => setTimeout(resolve, 300));
    stop?.();
    return states;
  },
  closes: () => engine?.close(),
  loudestWithin: async (ms) => {
    const samples = new Float32Array(2048);
    const until = performance.now() + ms;
    let loudest = 0;
    while (performance.now() < until) {
      meter?.getFloatTimeDomainData(samples);
      loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), loudest);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return loudest;
  },
  contexts: () => contexts,
};

function Page() {
  const query = new URLSearchParams(window.location.search);
  const language = languageIn(query) ?? 'en';
  const [options, setOptions] = useState<SoundOptions>({
    volume: 'normal',
    sound: query.get('sound') === 'on' ? 'on' : 'off',
  });
  const style = { padding: '1em', fontSize: `${query.get('size') ?? 20}px`, fontFamily: 'sans-serif' };
  return (
    <IntlProvider locale={language} messages={MESSAGES[language]} timeZone="UTC">
      <SoundProvider options={options} choose={(chosen) => setOptions({ ...options, ...chosen })}>
        <div style={style} className="on-sheet" data-theme={query.get('theme') ?? 'dark'}>
          <SoundBadge />
          <SoundFields />
        </div>
      </SoundProvider>
    </IntlProvider>
  );
}

const place = document.getElementById('page');
if (place) createRoot(place).render(<Page />);
