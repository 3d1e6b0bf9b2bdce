// Preloaded into a server (`--import`). `{ aheadMs }` over IPC sets its clock while it runs; CLOCK_AHEAD_MS gives it a wrong
// clock from the start. `delay` is answered with the 99th percentile of the delays of its event loop since the previous
// one, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const now = Date.now;
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  Date.now = () => now() + aheadMs;
  process.on('message', (/** @type {'delay' | { aheadMs: number }} */ message) => {
    if (message === 'delay') {
      process.send?.(delays.percentile(99) / 1e6);
      delays.enable();
      delays.reset();
    } else {
      aheadMs = message.aheadMs;
      process.send?.('set');
    }
  });
  process.channel?.unref();
}
