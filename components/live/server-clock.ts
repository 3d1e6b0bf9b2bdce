export type ServerClock = ReturnType<typeof createServerClock>;

/** One measurement of the server's time. All in ms; `sent` and `answered` on the page's monotonic clock. */
type ClockSample = { sent: number; answered: number; serverTime: number };

const SAMPLES_KEPT = 20;

/** Disagreement of a message with the clock, in ms, that triggers a new measurement. */
const DISAGREES_MS = 2_000;

/**
 * The server's time on the page's monotonic clock, from the sample with the lowest round trip. A wrong wall clock of the device does not affect it, and setting it does only until the next
 * message (`createAgeClock`).
 */
export function createServerClock(monotonicNow: () => number) {
  let samples: ClockSample[] = [];
  let offset: number | null = null;

  return {
    take(sample: ClockSample) {
      samples = [...samples.filter((known) => stillHolds(known, sample)), sample].slice(-SAMPLES_KEPT);
      const best = samples.reduce((lowest, next) => (roundTrip(next) < roundTrip(lowest) ? next : lowest));
      offset = best.serverTime - (best.sent + best.answered) / 2;
    },
    /**
     * Feeds an unsolicited message: sufficient until the first answer, and evidence that the samples no longer hold.
     * Returns whether the clock should be measured again.
     */
    glimpse(serverTime: number): boolean {
      // Nothing arrives before it was sent, so the offset is at least this.
      const least = serverTime - monotonicNow();
      if (offset === null || least - offset > DISAGREES_MS) {
        samples = [];
        offset = least;
        return true;
      }
      return offset - least > DISAGREES_MS;
    },
    /** Epoch ms; null before the first message. */
    now: () => (offset === null ? null : offset + monotonicNow()),
  };
}

const SAMPLE_HOLDS_MS = 15 * 60_000;

/**
 * The server sends whole milliseconds, and two clocks drift apart slightly in a quarter of an hour: that much does not
 * mean that a clock was set.
 */
const RUNS_APART_MS = 50;

/**
 * A sample is dropped if it is old, or if no offset explains both it and the new one: then the server's clock was set,
 * or this device slept while its monotonic clock stood still.
 */
function stillHolds(known: ClockSample, newer: ClockSample): boolean {
  if (newer.answered - known.answered >= SAMPLE_HOLDS_MS) return false;
  // The server read its time somewhere between `sent` and `answered`.
  return (
    known.serverTime - known.answered <= newer.serverTime - newer.sent + RUNS_APART_MS &&
    newer.serverTime - newer.answered <= known.serverTime - known.sent + RUNS_APART_MS
  );
}

function roundTrip({ sent, answered }: ClockSample): number {
  return answered - sent;
}

/**
 * What a page knows about its own sleep. `lookedAt` is on the device's wall clock, which runs while the page does not.
 */
export type Watch = {
  lookedAt: number;
  /** The last update before the page fell asleep; undefined if it has not slept. */
  staleNews: number | null | undefined;
};

/** A visible page checks every second, and a hidden one with every message, so a longer pause means sleep. */
const ASLEEP_MS = 30_000;

/**
 * State after a check at `deviceNow` (epoch ms of the device), when the last update was of `newsAt`. The monotonic
 * clock cannot be used: on many devices it stands still during sleep, and an old board looks fresh by it.
 */
export function afterLook(before: Watch, deviceNow: number, newsAt: number | null): Watch {
  if (deviceNow - before.lookedAt > ASLEEP_MS) return { lookedAt: deviceNow, staleNews: newsAt };
  return { lookedAt: deviceNow, staleNews: newsAt === before.staleNews ? newsAt : undefined };
}

/**
 * A shorter sleep hides too little of a board's age to matter. A wall clock that is set forward by as much does not make
 * a board of the last two seconds look old (`AMBER_MS`).
 */
const MIN_MISSED_MS = 3_000;

/**
 * A monotonic clock in ms that also counts the time for which the device slept, while `performance.now()` stands still
 * on many devices: without it, an old board would look fresh after the device wakes up. A device's wall clock that is set
 * forward by more looks like sleep: the board then counts as older until the next update.
 */
export function createAgeClock(deviceNow = () => Date.now(), monotonicNow = () => performance.now()): () => number {
  let [wall, steady, sleptMs] = [deviceNow(), monotonicNow(), 0];
  return () => {
    const [before, started] = [wall, steady];
    [wall, steady] = [deviceNow(), monotonicNow()];
    const missedMs = wall - before - (steady - started);
    if (missedMs >= MIN_MISSED_MS) sleptMs += missedMs;
    return steady + sleptMs;
  };
}

/** Whether an update arrived since the page last woke up. */
export function isAwake({ staleNews }: Watch): boolean {
  return staleNews === undefined;
}
