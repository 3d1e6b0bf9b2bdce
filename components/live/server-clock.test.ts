import { beforeEach, describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock';

/** The server's time when the page's clock shows 0. */
const OFFSET = 1_781_892_000_000;

let page: number;
let clock: ReturnType<typeof createServerClock>;
beforeEach(() => {
  page = 0;
  clock = createServerClock(() => page);
});

/** Simulates a request with these delays each way; `setBy` is the step by which the server's clock was set. */
function ask(toServer: number, toPage: number, setBy = 0): void {
  const sent = page;
  page += toServer + toPage;
  clock.take({ sent, answered: page, serverTime: OFFSET + setBy + sent + toServer });
}
const wrong = () => (clock.now() ?? 0) - OFFSET - page;

it('the time is unknown before the first message', () => {
  expect(clock.now()).toBeNull();
});

it('the time advances with the page’s own clock', () => {
  ask(10, 10);
  page += 3_600_000;
  expect(wrong()).toBe(0);
});

it('the sample with the lowest round trip wins, in any order', () => {
  ask(10, 600);
  expect(wrong()).toBe(-295);
  ask(20, 22);
  expect(wrong()).toBe(-1);
  ask(900, 0);
  expect(wrong()).toBe(-1);
});

it('a sample expires after a quarter of an hour, because quartz drifts', () => {
  ask(0, 2);
  page += 15 * 60_000;
  ask(0, 100);
  expect(wrong()).toBe(-50);
});

it('the number of samples is bounded', () => {
  ask(1, 1);
  for (let more = 0; more < 20; more += 1) ask(0, 40);
  expect(wrong()).toBe(-20);
});

describe('an unsolicited message', () => {
  it('is sufficient until the first answer, and requests one', () => {
    expect(clock.glimpse(OFFSET - 300)).toBe(true);
    expect(wrong()).toBe(-300);
    ask(5, 5);
    expect(wrong()).toBe(0);
  });

  it('changes nothing if it was merely slow', () => {
    ask(5, 5);
    page += 1_000;
    expect(clock.glimpse(OFFSET + page - 1_500)).toBe(false);
    expect(wrong()).toBe(0);
  });

  it('is used if it arrives before it could have been sent: the clock was set, or this device slept', () => {
    ask(5, 5);
    expect(clock.glimpse(OFFSET + page + 3_600_000)).toBe(true);
    expect(wrong()).toBe(3_600_000);
  });

  it('requests a new sample, and is not used yet, if it is far behind: slow, or a clock that was set back', () => {
    ask(5, 5);
    expect(clock.glimpse(OFFSET + page - 3_600_000)).toBe(true);
    expect(wrong()).toBe(0);
  });
});

describe('a server whose clock is set', () => {
  it.each([3_600_000, -3_600_000, 2_000, -2_000])(
    'is followed by the next answer, even if that is slower: %d ms',
    (by) => {
      ask(1, 1);
      ask(200, 200, by);
      expect(wrong()).toBe(by);
    },
  );

  it('does not lose a fast sample to a slow one that agrees with it', () => {
    ask(1, 1);
    ask(400, 0);
    ask(0, 400);
    expect(wrong()).toBe(0);
  });
});

it('a fast sample survives a slow one that contradicts it only by a truncated millisecond', () => {
  page = 3_000;
  // The server is 1,000.15 ms ahead and sends whole milliseconds.
  clock.take({ sent: 0.9, answered: 1.1, serverTime: 1_001 });
  clock.take({ sent: 2_000.75, answered: 2_500.75, serverTime: 3_000 });
  expect(clock.now()).toBeCloseTo(4_000, 6);
});
