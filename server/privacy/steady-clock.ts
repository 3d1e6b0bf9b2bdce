import { HOUR_MS, MINUTE_MS } from '../../lib/time-units';

/** A larger difference between two readings is no drift: the clock was set, or the machine slept. */
const TOLERANCE_MS = MINUTE_MS;

/**
 * Creates a check whether the clock `now` (epoch ms) has run for an hour since the start, and since it was last set: a
 * machine without a real-time clock gets the time from the network some minutes after it has started. Call it every
 * minute.
 */
export function createSteadyClock(now: () => number): () => boolean {
  let steadySince = performance.now();
  let offset = now() - steadySince;
  return () => {
    const elapsed = performance.now();
    const previous = offset;
    offset = now() - elapsed;
    if (Math.abs(offset - previous) > TOLERANCE_MS) steadySince = elapsed;
    return elapsed - steadySince >= HOUR_MS;
  };
}
