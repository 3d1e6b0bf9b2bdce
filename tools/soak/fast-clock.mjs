// Preloaded into the server by the soak test (`--import`): Date.now runs HEATLAMP_SPEED times as fast as real time from
// the start, and the process reports its heap over IPC. Timers and performance.now are unchanged.
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const speed = Number(process.env['HEATLAMP_SPEED'] ?? '1');
const realNow = Date.now;
const from = Number(process.env['HEATLAMP_FROM'] ?? realNow());
Date.now = () => Math.floor(from + (realNow() - from) * speed);

if (isMainThread && process.send) {
  // Heap after the last full collection. No collection is forced, because that would change the measurement.
  /** @type {number | null} */
  let afterCollection = null;
  new PerformanceObserver((list) => {
    const isWhole = list.getEntries().some((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isWhole) afterCollection = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ['gc'] });
  process.on('message', () => process.send?.({ serverNow: Date.now(), heapBytes: afterCollection }));
  process.channel?.unref();
}

/** Newer type definitions omit the member. @returns {unknown} */
function kindOf(/** @type {object} */ entry) {
  const detail = 'detail' in entry ? entry.detail : null;
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? detail.kind : null;
}
