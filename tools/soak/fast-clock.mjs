// Preloaded into the server by the soak (`--import`): its clock runs HEATLAMP_SPEED times as fast as real time, from the
// moment at which it starts, and it reports its state over IPC. The server itself does not know: it takes the time
// from Date.now, which main.ts hands out. Timers and performance.now stay real.
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
  // Heap after the last full collection, without garbage. No collection is forced: that would change the server.
  /** @type {number | null} */
  let afterCollection = null;
  new PerformanceObserver((list) => {
    const isWhole = list.getEntries().some((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isWhole) afterCollection = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ['gc'] });
  process.on('message', () => {
    // The resolution is the sampling interval: a loop that is never late is reported as that late.
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
