import { describe, expect, it } from 'vitest';
import { escalated, lengthOf, type Note, SOUND_EVENTS, TONES } from './tones';

/** The lowest partial of each step, in order: the audible melody. */
function melody(notes: readonly Note[]): Note[] {
  const starts = [...new Set(notes.map(({ start }) => start))].sort((a, b) => a - b);
  return starts.flatMap((start) =>
    notes
      .filter((note) => note.start === start)
      .sort((a, b) => a.frequency - b.frequency)
      .slice(0, 1),
  );
}

/** Start and length of each step. */
const rhythm = (notes: readonly Note[]) =>
  melody(notes)
    .map(({ start, length }) => `${start}+${length}`)
    .join(' ');

describe.each(SOUND_EVENTS.map((event) => ({ event, tone: TONES[event] })))('$event', ({ tone }) => {
  const { notes } = tone;

  it('lasts less than 1.2 s and starts at once', () => {
    expect(lengthOf(notes)).toBeLessThan(1_200);
    expect(lengthOf(notes)).toBeGreaterThan(150);
    expect(Math.min(...notes.map(({ start }) => start))).toBe(0);
  });

  it('has its energy between 1 and 4.2 kHz, in at least two partials at any moment', () => {
    for (const { frequency } of notes) {
      expect(frequency).toBeGreaterThanOrEqual(1_000);
      expect(frequency).toBeLessThanOrEqual(4_200);
    }
    for (const { start } of melody(notes))
      expect(notes.filter((note) => note.start === start).length).toBeGreaterThanOrEqual(2);
  });

  it('is loud, and never exceeds full scale, however its partials add up', () => {
    for (const { gain } of notes) expect(gain).toBeGreaterThan(0.1);
    for (const { start } of notes) {
      const together = notes.filter((note) => note.start <= start && start < note.start + note.length);
      expect(together.reduce((sum, { gain }) => sum + gain, 0)).toBeLessThanOrEqual(1);
    }
  });

  it('repeats louder and longer each time, up to three times in a row', () => {
    const repeats = [0, 1, 2, 3, 4, 9].map((step) => escalated(notes, step));
    expect(repeats[0]).toEqual(notes);
    const lengths = repeats.map((repeat) => Math.round(lengthOf(repeat) / lengthOf(notes)));
    expect(lengths).toEqual([1, 1, expect.any(Number), expect.any(Number), lengths[3], lengths[3]]);
    expect(lengths[2]).toBeGreaterThanOrEqual(2);
    expect(lengths[3]).toBeGreaterThan(lengths[2] ?? 0);
    for (const repeat of repeats) expect(lengthOf(repeat)).toBeLessThan(4_000);
    const gains = repeats.slice(0, 4).map((repeat) => Math.max(...repeat.map(({ gain }) => gain)));
    expect(gains).toEqual([...new Set(gains)].sort((a, b) => a - b));
    for (const { gain } of repeats.flat()) expect(gain).toBeLessThanOrEqual(1);
  });
});

it('every sound has its own rhythm, so that pitch is not needed to distinguish them', () => {
  const rhythms = SOUND_EVENTS.map((event) => rhythm(TONES[event].notes));
  expect(new Set(rhythms).size).toBe(SOUND_EVENTS.length);
});

it('good news rises and trouble falls', () => {
  const directionOf = (notes: readonly Note[]) => {
    const hertz = melody(notes).map(({ frequency }) => frequency);
    return ['falling', 'level', 'rising'][1 + Math.sign((hertz.at(-1) ?? 0) - (hertz[0] ?? 0))];
  };
  const directions = Object.fromEntries(SOUND_EVENTS.map((event) => [event, directionOf(TONES[event].notes)]));
  expect(directions).toEqual({
    new: 'level',
    warn: 'falling',
    late: 'falling',
    lost: 'falling',
    ready: 'rising',
    mine: 'rising',
    called: 'rising',
  });
});
