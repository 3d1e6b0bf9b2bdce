import { HOUR_MS, MINUTE_MS } from '../../lib/time-units';

/** A larger difference between two readings is no drift: the clock was set, or the machine slept. */
const TOLERANCE_MS = MINUTE_MS;

/**
 * Tells whether the clock `now` (epoch ms) has been neither started nor set for an hour. A machine without a
 * real-time clock gets the time from the network some minutes after it has started. Has to be called every minute.
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
