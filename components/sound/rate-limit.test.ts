import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APART_MS, afterPlaying, mayPlay, NOTHING_PLAYED } from './sound';
import { lengthOf, SOUND_EVENTS, type SoundEvent, TONES } from './tones';

const after = (event: SoundEvent, at: number) => afterPlaying(NOTHING_PLAYED, event, at, lengthOf(TONES[event].notes));

it('the first sound is played', () => {
  for (const event of SOUND_EVENTS) expect(mayPlay(NOTHING_PLAYED, event, 0)).toBe(true);
});

it.each(SOUND_EVENTS)('%s plays at most once in its interval', (event) => {
  const { everyMs } = TONES[event];
  expect(mayPlay(after(event, 1_000), event, 1_000 + everyMs - 1)).toBe(false);
  expect(mayPlay(after(event, 1_000), event, 1_000 + everyMs)).toBe(true);
});

it('a repeat of an unanswered sound ignores the interval', () => {
  expect(mayPlay(after('lost', 0), 'lost', 5_000)).toBe(false);
  expect(mayPlay(after('lost', 0), 'lost', 5_000, true)).toBe(true);
});

it('a less important sound is dropped while another plays, and a more important one replaces it', () => {
  expect(mayPlay(after('late', 0), 'new', 300)).toBe(false);
  expect(mayPlay(after('new', 0), 'late', 300)).toBe(true);
  expect(mayPlay(after('new', 0), 'warn', APART_MS)).toBe(true);
  expect(mayPlay(after('mine', 0), 'new', lengthOf(TONES.mine.notes) - 1)).toBe(false);
  expect(mayPlay(after('mine', 0), 'new', lengthOf(TONES.mine.notes))).toBe(true);
});

it('no order of requests plays an event twice in its interval, or two sounds at once except a more important second one', () => {
  const requests = fc.array(
    fc.record({ event: fc.constantFrom(...SOUND_EVENTS), wait: fc.integer({ max: 6_000, min: 0 }) }),
    {
      minLength: 20,
      maxLength: 200,
    },
  );
  fc.assert(
    fc.property(requests, (requested) => {
      let now = 0;
      let played = NOTHING_PLAYED;
      const sounds: { event: SoundEvent; at: number }[] = [];
      for (const { event, wait } of requested) {
        now += wait;
        if (!mayPlay(played, event, now)) continue;
        played = afterPlaying(played, event, now, lengthOf(TONES[event].notes));
        sounds.push({ event, at: now });
      }
      sounds.forEach(({ event, at }, index) => {
        const same = sounds.slice(0, index).findLast((each) => each.event === event);
        if (same) expect(at - same.at).toBeGreaterThanOrEqual(TONES[event].everyMs);
        const before = sounds[index - 1];
        if (before && at - before.at < APART_MS)
          expect(SOUND_EVENTS.indexOf(event)).toBeGreaterThan(SOUND_EVENTS.indexOf(before.event));
      });
      expect(sounds.length).toBeGreaterThan(0);
    }),
  );
});
