import type { Note } from './tones';

/** Short enough to sound like a knock, long enough not to click. */
const ATTACK_S = 0.004;
const RELEASE_S = 0.02;

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

const SMALL_SPEAKER_HZ = 300;
const CURVE_POINTS = 1_025;

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
