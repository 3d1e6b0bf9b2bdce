/** One measurement of the server's time. All in ms; `sent` and `answered` on the page's monotonic clock. */
export type ClockSample = { sent: number; answered: number; serverTime: number };

const SAMPLES_KEPT = 20;
const SAMPLE_HOLDS_MS = 15 * 60_000;
/** Disagreement of a message with the clock, in ms, that triggers a new measurement. */
const DISAGREES_MS = 2_000;
/**
 * The server sends whole milliseconds, and two clocks drift apart slightly in a quarter of an hour: that much does not
 * mean that a clock was set.
 */
const RUNS_APART_MS = 50;

export type ServerClock = ReturnType<typeof createServerClock>;

/**
 * The server's time on the page's monotonic clock, from the sample with the lowest round trip (decision
 * 2026-11-21-live-sync). A wrong wall clock of the device does not affect it, and setting it does only until the next
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
