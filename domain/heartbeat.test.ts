import { expect, test } from 'vitest';
import { HEARTBEAT_EVERY_MS, type Listening, lookAtClock } from './heartbeat';

const SEVEN = Date.parse('2026-06-19T19:00:00+02:00');
const MINUTE = 60_000;

/** The state that a server loads at its start, before its first reading. */
const stored = (until: number): Listening => ({ until, seen: null, behind: 0 });

/** All periods of absence that result from a series of readings. */
function awayOver(first: Listening, clock: readonly number[]) {
  let listening = first;
  return clock.flatMap((now) => {
    const look = lookAtClock(listening, now);
    listening = look.listening;
    return look.away ?? [];
  });
}

test('[F21b] two seconds between a stop and a start are a gap, less is none', () => {
  expect(awayOver(stored(SEVEN), [SEVEN + 2_000])).toEqual([{ from: SEVEN, to: SEVEN + 2_000 }]);
  expect(awayOver(stored(SEVEN), [SEVEN + 1_999])).toEqual([]);
});

test('[F21b] regular readings give no gap, a process that was suspended for a minute has one', () => {
  const looks = [0, 1, 2, 3].map((times) => SEVEN + times * HEARTBEAT_EVERY_MS);
  expect(awayOver(stored(SEVEN), looks)).toEqual([]);
  const asleep = SEVEN + 3 * HEARTBEAT_EVERY_MS + MINUTE;
  expect(awayOver(stored(SEVEN), [...looks, asleep])).toEqual([{ from: SEVEN + 3 * HEARTBEAT_EVERY_MS, to: asleep }]);
  expect(awayOver(stored(SEVEN), [...looks, asleep - 1])).toEqual([]);
});

test('[F21b] a machine whose clock is corrected late reports the whole gap after the correction', () => {
  const old = Date.parse('2000-01-01T00:00:00Z');
  expect(awayOver(stored(SEVEN), [old, old + HEARTBEAT_EVERY_MS, SEVEN + 7 * MINUTE])).toEqual([
    { from: SEVEN, to: SEVEN + 7 * MINUTE },
  ]);
});

test('[F21b] a clock that was wrong by years is trusted again after its correction', () => {
  const wrong = SEVEN + 365 * 1_440 * MINUTE;
  const away = SEVEN + 5 * MINUTE;
  expect(awayOver(stored(wrong), [wrong, SEVEN, SEVEN + HEARTBEAT_EVERY_MS, away])).toEqual([
    { from: SEVEN + HEARTBEAT_EVERY_MS, to: away },
  ]);
});

test('[F21b] a clock that stays behind the stored time is trusted after ten minutes', () => {
  const wrong = SEVEN + 365 * 1_440 * MINUTE;
  const looks = Array.from({ length: 62 }, (_, times) => SEVEN + times * HEARTBEAT_EVERY_MS);
  const last = looks.at(-1) ?? 0;
  expect(awayOver(stored(wrong), [...looks, last + MINUTE])).toEqual([{ from: last, to: last + MINUTE }]);
  expect(awayOver(stored(wrong), [...looks.slice(0, 59), SEVEN + 60 * MINUTE])).toEqual([]);
});
