// Preloaded into the server by the soak test (`--import`): Date.now runs HEATLAMP_SPEED times as fast as real time from
// the start, and the process reports its memory and event-loop delay over IPC. Timers and performance.now are
// unchanged.
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const speed = Number(process.env['HEATLAMP_SPEED'] ?? '1');
const realNow = Date.now;
const from = Number(process.env['HEATLAMP_FROM'] ?? realNow());
Date.now = () => Math.floor(from + (realNow() - from) * speed);

const RESOLUTION_MS = 10;
const NANOSECONDS = 1e6;

if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  // Heap after the last full collection. No collection is forced, because that would change the measurement.
  /** @type {number | null} */
  let afterCollection = null;
  new PerformanceObserver((list) => {
    const isWhole = list.getEntries().some((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isWhole) afterCollection = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ['gc'] });
  process.on('message', () => {
    // The histogram includes the sampling interval.
    const ms = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);
    process.send?.({
      serverNow: Date.now(),
      heapBytes: afterCollection,
      loopP50Ms: ms(delays.percentile(50)),
      loopP99Ms: ms(delays.percentile(99)),
      loopMaxMs: ms(delays.max),
    });
    delays.reset();
  });
  process.channel?.unref();
}

/** Newer type definitions omit the member. @returns {unknown} */
function kindOf(/** @type {object} */ entry) {
  const detail = 'detail' in entry ? entry.detail : null;
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? detail.kind : null;
}
