import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Delay of the main thread's event loop in seconds, since the last call. */
export type EventLoopDelay = { p50: number; p99: number; max: number };

const RESOLUTION_MS = 10;

/** Watches from now on: a timer of its own, so only where somebody asks. */
export function watchEventLoop(): { take: () => EventLoopDelay; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  /** It measures from one of its own ticks to the next: on time is a whole tick. */
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000);
  return {
    take() {
      // Before its first tick it knows nothing, and says so with huge numbers.
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
