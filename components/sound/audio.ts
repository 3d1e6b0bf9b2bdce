import type { Note } from './tones';

/** Short enough to sound like a knock, long enough not to click. */
const ATTACK_S = 0.004;
const RELEASE_S = 0.02;

const SMALL_SPEAKER_HZ = 300;
const CURVE_POINTS = 1_025;

/** The audio of a page, without any rule about what may sound. */
type PageAudio = {
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

/**
 * Schedules notes in an audio graph: they play from `at` (seconds on the context's clock) into `into`. Each note
 * disconnects itself at its end.
 */
export function renderNotes(context: BaseAudioContext, into: AudioNode, notes: readonly Note[], at: number): void {
  for (const { frequency, start, length, shape, gain } of notes) {
    const begins = at + start / 1000;
    const ends = begins + length / 1000;
    const source = new OscillatorNode(context, { type: shape, frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(gain, begins + ATTACK_S);
    volume.gain.setValueAtTime(gain, Math.max(begins + ATTACK_S, ends - RELEASE_S));
    volume.gain.linearRampToValueAtTime(0, ends);
    source.connect(volume).connect(into);
    source.start(begins);
    source.stop(ends);
    source.onended = () => volume.disconnect();
  }
}

/**
 * Builds the output chain to `context.destination`: removes frequencies that a small speaker only rattles at,
 * compresses peaks so that simultaneous notes do not clip, and limits to full scale. `volume` is from 0 to 1. Returns
 * the node to connect sounds to.
 */
export function createOutput(context: BaseAudioContext, volume: number): GainNode {
  const master = new GainNode(context, { gain: volume });
  const highPass = new BiquadFilterNode(context, { type: 'highpass', frequency: SMALL_SPEAKER_HZ });
  const limiter = new DynamicsCompressorNode(context, {
    threshold: -8,
    knee: 4,
    ratio: 20,
    attack: 0.001,
    release: 0.08,
  });
  const ceiling = new WaveShaperNode(context, { curve: ceilingCurve() });
  master.connect(highPass).connect(limiter).connect(ceiling).connect(context.destination);
  return master;
}

/** Linear up to half of full scale, then curved towards 0.95: a shaper treats input past ±1 as ±1. */
function ceilingCurve(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: CURVE_POINTS }, (_, index) => {
    const x = (index / (CURVE_POINTS - 1)) * 2 - 1;
    const size = Math.abs(x);
    const bent = size <= 0.5 ? size : 0.5 + 0.45 * Math.tanh((size - 0.5) / 0.45);
    return Math.sign(x) * bent;
  });
}
