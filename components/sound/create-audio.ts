import { createOutput, renderNotes } from './render-notes';
import type { Note } from './tones';

/** The audio of a page, without any rule about what may sound. */
export type PageAudio = {
  isAwake: () => boolean;
  /** Starts the audio. Works during a touch or key event of the page, or if the browser requires none. */
  wake: () => void;
  /** Runs `then` once the audio runs, within the time limit or never: after a touch it takes a moment to start. */
  whenAwake: (then: () => void) => void;
  /** Plays notes in place of those that play now. */
  play: (notes: readonly Note[]) => void;
  /** Ends what plays now. */
  cut: () => void;
  /** 0 to 1. */
  setVolume: (volume: number) => void;
  close: () => void;
};

type AudioDeps = {
  createContext: () => AudioContext;
  volume: number;
  /** The audio started, or was stopped by the browser or the device. */
  onChange: () => void;
};

const FADE_S = 0.015;
const LEAD_S = 0.01;
/** Audio that does not start within this time will not start at all. */
const WAKES_WITHIN_MS = 1_500;

/** No audio context exists before the first `wake`. */
export function createAudio({ createContext, volume: first, onChange }: AudioDeps): PageAudio {
  let volume = first;
  let context: AudioContext | null = null;
  let output: GainNode | null = null;
  let current: GainNode | null = null;
  let isClosed = false;

  function cut(): void {
    if (!context || !current) return;
    const fading = current;
    fading.gain.setTargetAtTime(0, context.currentTime, FADE_S / 3);
    setTimeout(() => fading.disconnect(), FADE_S * 2_000);
    current = null;
  }

  return {
    isAwake: () => context?.state === 'running',
    wake() {
      if (isClosed) return;
      if (context === null) {
        try {
          context = createContext();
        } catch {
          return; // a device without audio output: the badge stays
        }
        output = createOutput(context, volume);
        context.addEventListener('statechange', onChange);
      }
      // A refusal, or no answer, is visible in the state.
      if (context.state !== 'running') context.resume().catch(() => {});
    },
    whenAwake(then) {
      const waking = context;
      if (waking?.state === 'running') then();
      if (waking === null || waking.state === 'running') return;
      const patience = new AbortController();
      const listen = () => {
        if (waking.state !== 'running') return;
        patience.abort();
        then();
      };
      waking.addEventListener('statechange', listen, { signal: patience.signal });
      setTimeout(() => patience.abort(), WAKES_WITHIN_MS);
    },
    play(notes) {
      if (!context || !output) return;
      cut();
      current = new GainNode(context, { gain: 1 });
      current.connect(output);
      renderNotes(context, current, notes, context.currentTime + LEAD_S);
    },
    cut,
    setVolume(next) {
      volume = next;
      if (context && output) output.gain.setTargetAtTime(next, context.currentTime, FADE_S);
    },
    close() {
      isClosed = true;
      context?.removeEventListener('statechange', onChange);
      context?.close().catch(() => {});
    },
  };
}
