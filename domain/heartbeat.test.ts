import { expect, test } from 'vitest';
import { type Listening, LOOK_EVERY_MS, lookAtClock } from './heartbeat';

const SEVEN = Date.parse('2026-06-19T19:00:00+02:00');
const MINUTE = 60_000;

/** What a server stored when it listened last, before its first look in a new life. */
const stored = (until: number): Listening => ({ until, seen: null, behind: 0 });

/** Every stretch that a row of looks tells. */
function awayOver(first: Listening, clock: readonly number[]) {
  let listening = first;
  return clock.flatMap((now) => {
    const look = lookAtClock(listening, now);
    listening = look.listening;
    return look.away ?? [];
  });
}

test('[F21b] two seconds between two lives are a stretch, less are none', () => {
  expect(awayOver(stored(SEVEN), [SEVEN + 2_000])).toEqual([{ from: SEVEN, to: SEVEN + 2_000 }]);
  expect(awayOver(stored(SEVEN), [SEVEN + 1_999])).toEqual([]);
});

test('[F21b] a life in which every look comes in time tells nothing, one that was not let run for a minute does', () => {
  const looks = [0, 1, 2, 3].map((times) => SEVEN + times * LOOK_EVERY_MS);
  expect(awayOver(stored(SEVEN), looks)).toEqual([]);
  const asleep = SEVEN + 3 * LOOK_EVERY_MS + MINUTE;
  expect(awayOver(stored(SEVEN), [...looks, asleep])).toEqual([{ from: SEVEN + 3 * LOOK_EVERY_MS, to: asleep }]);
  expect(awayOver(stored(SEVEN), [...looks, asleep - 1])).toEqual([]);
});

test('[F21b] a machine that hears the time late tells the whole stretch once it has', () => {
  const old = Date.parse('2000-01-01T00:00:00Z');
  expect(awayOver(stored(SEVEN), [old, old + LOOK_EVERY_MS, SEVEN + 7 * MINUTE])).toEqual([
    { from: SEVEN, to: SEVEN + 7 * MINUTE },
  ]);
});

test('[F21b] a clock that was wrong by years and is set right again is followed', () => {
  const wrong = SEVEN + 365 * 1_440 * MINUTE;
  const away = SEVEN + 5 * MINUTE;
  expect(awayOver(stored(wrong), [wrong, SEVEN, SEVEN + LOOK_EVERY_MS, away])).toEqual([
    { from: SEVEN + LOOK_EVERY_MS, to: away },
  ]);
});

test('[F21b] one that stays behind what is stored is believed after ten minutes', () => {
  const wrong = SEVEN + 365 * 1_440 * MINUTE;
  const looks = Array.from({ length: 62 }, (_, times) => SEVEN + times * LOOK_EVERY_MS);
  const last = looks.at(-1) ?? 0;
  expect(awayOver(stored(wrong), [...looks, last + MINUTE])).toEqual([{ from: last, to: last + MINUTE }]);
  expect(awayOver(stored(wrong), [...looks.slice(0, 59), SEVEN + 60 * MINUTE])).toEqual([]);
});
