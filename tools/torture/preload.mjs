// Preloaded into a server (`--import`). `{ aheadMs }` over IPC sets its clock while it runs; CLOCK_AHEAD_MS gives it a wrong
// clock from the start. `delays` is answered with the delays of its event loop since the previous one, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const now = Date.now;
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const ms = (/** @type {number} */ nanoseconds) => nanoseconds / 1e6;
  Date.now = () => now() + aheadMs;
  process.on('message', (/** @type {'delays' | { aheadMs: number }} */ message) => {
    if (message === 'delays') {
      process.send?.({ p50: ms(delays.percentile(50)), p99: ms(delays.percentile(99)), max: ms(delays.max) });
      delays.enable();
      delays.reset();
    } else {
      aheadMs = message.aheadMs;
      process.send?.('set');
    }
  });
  process.channel?.unref();
}
