/** Sound events from the least to the most important: of two at once the later one in this list wins. */
export const SOUND_EVENTS = ['new', 'warn', 'ready', 'called', 'late', 'mine', 'lost'] as const;
export type SoundEvent = (typeof SOUND_EVENTS)[number];

type Shape = 'sine' | 'triangle' | 'square';

/** One partial of a sound. Times in ms from its start; `gain` is from 0 to 1 at full volume. */
export type Note = { frequency: number; start: number; length: number; shape: Shape; gain: number };

type Tone = {
  notes: readonly Note[];
  /** Minimum interval in ms. */
  everyMs: number;
};

type Step = { hertz: number; start: number; length: number };

/**
 * Adds a partial above each step of a melody. A kitchen's 74 dBA is mostly fans and pans below 1 kHz, and older ears
 * hear little above 4 kHz: both partials are in between.
 */
function voiced(steps: readonly Step[], shape: Shape, gain: number, above: number): Note[] {
  return steps.flatMap(({ hertz, start, length }) => [
    { frequency: hertz, start, length, shape, gain },
    { frequency: hertz * above, start, length, shape: 'sine' as const, gain: gain * 0.45 },
  ]);
}

/** Steps of equal length with a rest between them. */
function evenly(from: number, length: number, rest: number, hertz: readonly number[]): Step[] {
  return hertz.map((each, index) => ({ hertz: each, start: from + index * (length + rest), length }));
}

/**
 * Distinguished by rhythm and direction, rising for good news and falling for trouble. Many people cannot tell pitches
 * apart, and a loud fan hides them from everyone.
 */
export const TONES: Record<SoundEvent, Tone> = {
  // tick tick
  new: { everyMs: 5_000, notes: voiced(evenly(0, 70, 70, [1568, 1568]), 'triangle', 0.42, 2) },
  // uh-oh, slowly
  warn: { everyMs: 15_000, notes: voiced(evenly(0, 220, 60, [1661, 1245]), 'triangle', 0.45, 2) },
  // three steps up
  ready: {
    everyMs: 4_000,
    notes: voiced(evenly(0, 120, 15, [1175, 1480, 1976]), 'triangle', 0.5, 2),
  },
  // two runs up, the second one higher
  mine: {
    everyMs: 3_000,
    notes: [
      ...voiced(evenly(0, 90, 10, [1175, 1480, 1760, 1976]), 'triangle', 0.56, 2),
      ...voiced(evenly(480, 90, 10, [1319, 1661, 1976]), 'triangle', 0.56, 1.5),
      ...voiced([{ hertz: 2349, start: 780, length: 220 }], 'triangle', 0.56, 1.5),
    ],
  },
  // down, down, down
  late: {
    everyMs: 10_000,
    notes: [0, 340, 680].flatMap((from) => voiced(evenly(from, 100, 0, [2093, 1397]), 'square', 0.34, 1.5)),
  },
  // four heavy steps down, the last one long
  lost: {
    everyMs: 20_000,
    notes: [
      ...voiced(evenly(0, 170, 50, [1976, 1661, 1319]), 'square', 0.3, 2),
      ...voiced([{ hertz: 1047, start: 660, length: 480 }], 'square', 0.34, 2),
    ],
  },
  // ding, dong upward, as in a waiting room
  called: {
    everyMs: 2_000,
    notes: voiced(
      [
        { hertz: 1319, start: 0, length: 300 },
        { hertz: 1760, start: 330, length: 600 },
      ],
      'sine',
      0.56,
      2,
    ),
  },
};

/** Length in ms. */
export function lengthOf(notes: readonly Note[]): number {
  return Math.max(0, ...notes.map(({ start, length }) => start + length));
}

const MAX_TIMES = 3;
const REST_MS = 180;
const LOUDER = 0.15;

/**
 * A repeat of an unanswered sound: `step` is 1 for the first, and each is louder than the one before, then longer too.
 */
export function escalated(notes: readonly Note[], step: number): Note[] {
  const times = Math.min(MAX_TIMES, Math.max(1, step));
  const gain = 1 + LOUDER * Math.min(MAX_TIMES, Math.max(0, step));
  const period = lengthOf(notes) + REST_MS;
  return Array.from({ length: times }, (_, time) =>
    notes.map((note) => ({ ...note, start: note.start + time * period, gain: Math.min(1, note.gain * gain) })),
  ).flat();
}
