import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRepeats, dueOf, nextAt, REPEATS_APART_MS, repeated, stepAt, type Unanswered } from './sound';
import { SOUND_EVENTS } from './tones';

const late = (overrides: Partial<Unanswered> = {}): Unanswered => ({
  key: '1',
  event: 'late',
  since: 0,
  step: 0,
  ...overrides,
});

/** Repeats of unanswered sounds on a clock that ticks every second: the second and the urgency of each. */
function listen(waiting: Unanswered[], seconds: number): { key: string; second: number; step: number }[] {
  const sounds: { key: string; second: number; step: number }[] = [];
  let last: number | null = null;
  for (let second = 0; second <= seconds; second += 1) {
    const now = second * 1_000;
    const due = dueOf(waiting, now, last);
    if (!due) continue;
    last = now;
    sounds.push({ key: due.key, second, step: stepAt(due, now) });
    waiting.splice(waiting.indexOf(due), 1, repeated(due, now));
  }
  return sounds;
}

it('a sound is repeated after 20, 40 and 60 s, then each minute, for ten minutes', () => {
  expect(listen([late()], 3_600).map(({ second }) => second)).toEqual([
    20, 40, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600,
  ]);
});

it('every repeat is more urgent', () => {
  const steps = listen([late()], 3_600).map(({ step }) => step);
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

it('a repeat that was due while the device slept plays once, at its current urgency', () => {
  const due = dueOf([late()], 190_000, null);
  expect(due).toEqual(late());
  expect(stepAt(late(), 190_000)).toBe(5);
  expect(nextAt(repeated(late(), 190_000), 190_000)).toBe(240_000);
});

it('after a pause the first check plays nothing, so that what was answered meanwhile can be withdrawn', () => {
  let now = 0;
  const played: number[] = [];
  const repeats = createRepeats(
    () => now,
    () => played.push(now),
  );
  const checkAt = (seconds: number) => {
    now = seconds * 1_000;
    repeats.play();
  };
  for (const key of ['answered', 'still late']) repeats.add(key, 'late');
  for (const seconds of [1, 2, 32]) checkAt(seconds);
  repeats.withdraw('answered');
  for (let seconds = 33; seconds <= 53; seconds += 1) checkAt(seconds);
  expect(played).toEqual([33_000, 53_000]);
  // A hidden page checks once a minute.
  played.length = 0;
  for (const seconds of [120, 180, 240, 300]) checkAt(seconds);
  expect(played).toEqual([180_000, 300_000]);
});

it('a sound is not repeated after ten minutes of sleep', () => {
  expect(dueOf([late()], 600_000, null)).not.toBeNull();
  expect(dueOf([late()], 600_001, null)).toBeNull();
});

it('the most important of two sounds is repeated first, and the other once that one is quiet', () => {
  const sounds = listen([late({ key: 'late' }), late({ key: 'link', event: 'lost' })], 85);
  expect(sounds.map(({ key, second }) => [key, second])).toEqual([
    ['link', 20],
    ['link', 40],
    ['link', 60],
    ['late', 80],
  ]);
});

it('any number of sounds causes one repeat in 20 s, and none after ten minutes', () => {
  const many = fc.array(
    fc.record({ event: fc.constantFrom(...SOUND_EVENTS), since: fc.integer({ min: 0, max: 300_000 }) }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(many, (all) => {
      const sounds = listen(
        all.map((each, index) => late({ ...each, key: String(index) })),
        1_000,
      );
      expect(sounds.length).toBeGreaterThan(0);
      sounds.forEach(({ key, second }, index) => {
        const before = sounds[index - 1];
        if (before) expect((second - before.second) * 1_000).toBeGreaterThanOrEqual(REPEATS_APART_MS);
        expect(second * 1_000 - (all[Number(key)]?.since ?? 0)).toBeLessThanOrEqual(600_000);
      });
    }),
    { numRuns: 40 },
  );
});
