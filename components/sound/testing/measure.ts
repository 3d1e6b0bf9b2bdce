import { lengthOf, type Note, type SoundEvent, TONES } from '../tones';

/** Measurements of a rendered sound. Samples are from −1 to 1. */
type Measured = {
  peak: number;
  rms: number;
  /** The loudest sample before the sound begins. */
  before: number;
  /** Each note's frequency by definition, and as measured in the samples, in whole Hz. */
  definedHertz: number[];
  measuredHertz: number[];
  /** Shares of the total energy: from 0.9 to 4.5 kHz, and below 300 Hz. */
  inBand: number;
  below300: number;
};

/** Samples per second. */
export const RATE = 44_100;
/** Silence before a rendered sound, in seconds. */
export const BEGINS_S = 0.1;

/** Measures the samples of a sound at full volume. */
export function measure(event: SoundEvent, samples: Float32Array): Measured {
  const { notes } = TONES[event];
  const from = Math.round(BEGINS_S * RATE);
  const sound = samples.subarray(from);
  const powers = Array.from({ length: 220 }, (_, index) => ({ hertz: 100 * index + 50, power: 0 }));
  for (const each of powers)
    for (let hertz = each.hertz - 50; hertz < each.hertz + 50; hertz += 10) each.power += powerAt(sound, hertz);
  const whole = powers.reduce((sum, { power }) => sum + power, 0);
  const part = (least: number, most: number) =>
    powers.filter(({ hertz }) => hertz > least && hertz < most).reduce((sum, { power }) => sum + power, 0) / whole;
  return {
    peak: peakOf(samples),
    rms: Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / ((lengthOf(notes) / 1000) * RATE)),
    before: peakOf(samples.subarray(0, from)),
    definedHertz: notes.map(({ frequency }) => Math.round(frequency)),
    measuredHertz: notes.map((note) => Math.round(strongestNear(samples, note))),
    inBand: part(900, 4_500),
    below300: part(0, 300),
  };
}

/** The strongest frequency within a fifth of the note's own, while it plays. */
function strongestNear(samples: Float32Array, { frequency, start, length }: Note): number {
  const from = Math.round((BEGINS_S + start / 1000) * RATE);
  const window = samples.subarray(from, from + Math.round((length / 1000) * RATE));
  const near = Array.from({ length: 81 }, (_, index) => frequency * (0.8 + index * 0.005));
  return near.reduce((best, hertz) => (powerAt(window, hertz) > powerAt(window, best) ? hertz : best), frequency * 0.8);
}

/** Goertzel algorithm: power of one frequency. */
function powerAt(samples: Float32Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [last, beforeLast] = [0, 0];
  for (const sample of samples) {
    const next = sample + turn * last - beforeLast;
    beforeLast = last;
    last = next;
  }
  return last * last + beforeLast * beforeLast - turn * last * beforeLast;
}

/** The loudest sample. */
export function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}
