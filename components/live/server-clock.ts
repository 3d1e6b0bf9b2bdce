/** One question to the server for its time. All in ms; `sent` and `answered` on the page's monotonic clock. */
export type ClockSample = { sent: number; answered: number; serverTime: number };

const SAMPLES_KEPT = 20;
const SAMPLE_HOLDS_MS = 15 * 60_000;

/**
 * The server's time on the page's monotonic clock, from the question with the lowest round trip. Neither a wrong wall
 * clock of the device nor one that is set while the page is open moves it.
 */
export function createServerClock(monotonicNow: () => number) {
  let samples: ClockSample[] = [];
  let offset: number | null = null;

  return {
    take(sample: ClockSample) {
      samples = [...samples.filter(({ answered }) => sample.answered - answered < SAMPLE_HOLDS_MS), sample].slice(
        -SAMPLES_KEPT,
      );
      const best = samples.reduce((lowest, next) => (roundTrip(next) < roundTrip(lowest) ? next : lowest));
      offset = best.serverTime - (best.sent + best.answered) / 2;
    },
    /** A message that came by itself: good enough until the first question is answered. */
    glimpse(serverTime: number) {
      offset ??= serverTime - monotonicNow();
    },
    /** Epoch ms; null before anything was heard. */
    now: () => (offset === null ? null : offset + monotonicNow()),
  };
}

function roundTrip({ sent, answered }: ClockSample): number {
  return answered - sent;
}
