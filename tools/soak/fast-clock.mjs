// Preloaded into the server by the soak (`--import`): its clock goes HEATLAMP_SPEED times as fast as life, from the
// moment at which it starts, and it reports its state over IPC. The server itself knows nothing of it: it takes the time
// from Date.now, which main.ts hands out. Timers and performance.now keep the pace of life.
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
  // What is left after a collection of everything: garbage is no leak. None is forced, which would change the server.
  /** @type {number | null} */
  let afterCollection = null;
  new PerformanceObserver((list) => {
    const isWhole = list.getEntries().some((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isWhole) afterCollection = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ['gc'] });
  process.on('message', () => {
    // The resolution is how often it looks: a loop that is never late is reported as that late.
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

/** Newer types leave the member out. @returns {unknown} */
function kindOf(/** @type {object} */ entry) {
  const detail = 'detail' in entry ? entry.detail : null;
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? detail.kind : null;
}
