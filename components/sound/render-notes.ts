import type { Note } from './tones';

/** Short enough to be a knock, long enough not to click. */
const ATTACK_S = 0.004;
const RELEASE_S = 0.02;

/**
 * Writes notes into an audio graph: they sound from `at` (seconds of the context's clock) into `into`. Each note frees
 * itself when it is over.
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
 * What every sound goes through on its way to `context.destination`: what a small speaker would only rattle with is
 * taken out, peaks are held down so that notes together do not clip, and the last step lets nothing past full scale.
 * `volume` is from 0 to 1. Returns where to send sounds.
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

/** Straight up to half of full scale, then bent towards 0.95: a shaper's input past ±1 counts as ±1. */
function ceilingCurve(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: CURVE_POINTS }, (_, index) => {
    const x = (index / (CURVE_POINTS - 1)) * 2 - 1;
    const size = Math.abs(x);
    const bent = size <= 0.5 ? size : 0.5 + 0.45 * Math.tanh((size - 0.5) / 0.45);
    return Math.sign(x) * bent;
  });
}
