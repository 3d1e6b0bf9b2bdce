import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Delay of the main thread's event loop in seconds, since the last call. */
export type EventLoopDelay = { p50: number; p99: number; max: number };

const RESOLUTION_MS = 10;

/** Starts measuring, with a timer. `take` returns the delays since the last call. */
export function watchEventLoop(): { take: () => EventLoopDelay; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  /** The histogram measures from tick to tick, so the length of a tick is subtracted. */
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000);
  return {
    take() {
      // An empty histogram returns huge numbers.
      const isEmpty = histogram.count === 0;
      const delay = {
        p50: isEmpty ? 0 : late(histogram.percentile(50)),
        p99: isEmpty ? 0 : late(histogram.percentile(99)),
        max: isEmpty ? 0 : late(histogram.max),
      };
      histogram.reset();
      return delay;
    },
    stop: () => void histogram.disable(),
  };
}
