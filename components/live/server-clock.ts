/** One question to the server for its time. All in ms; `sent` and `answered` on the page's monotonic clock. */
export type ClockSample = { sent: number; answered: number; serverTime: number };

const SAMPLES_KEPT = 20;
const SAMPLE_HOLDS_MS = 15 * 60_000;
/** What a message may be off by before the clock is asked for again. */
const DISAGREES_MS = 2_000;
/** The server tells whole milliseconds, and two clocks run apart by some in a quarter of an hour: that is no setting. */
const RUNS_APART_MS = 50;

/**
 * The server's time on the page's monotonic clock, from the question with the lowest round trip. Neither a wrong wall
 * clock of the device nor one that is set while the page is open moves it.
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
     * A message that came by itself: good enough until the first question is answered, and says when the answers no
     * longer hold. Returns whether the clock should be asked for again.
     */
    glimpse(serverTime: number): boolean {
      // Nothing arrives before it was sent: the offset is at least this.
      const least = serverTime - monotonicNow();
      if (offset === null || least - offset > DISAGREES_MS) {
        samples = [];
        offset = least;
        return true;
      }
      return offset - least > DISAGREES_MS;
    },
    /** Epoch ms; null before anything was heard. */
    now: () => (offset === null ? null : offset + monotonicNow()),
  };
}

/**
 * An old answer, and one that no offset can explain together with the new one, hold no more: the server's clock was
 * set, or this device slept while its monotonic clock stood still.
 */
function stillHolds(known: ClockSample, newer: ClockSample): boolean {
  if (newer.answered - known.answered >= SAMPLE_HOLDS_MS) return false;
  // The server told its time somewhere between `sent` and `answered`.
  return (
    known.serverTime - known.answered <= newer.serverTime - newer.sent + RUNS_APART_MS &&
    newer.serverTime - newer.answered <= known.serverTime - known.sent + RUNS_APART_MS
  );
}

function roundTrip({ sent, answered }: ClockSample): number {
  return answered - sent;
}
