// Imported before a server: answers each IPC message with the delays of its event loop since the previous message.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;

/** Event-loop delay in ms. */
export type LoopDelay = { p50: number; p99: number; max: number };

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  process.on('message', () => {
    const ms = (nanoseconds: number) => nanoseconds / 1e6;
    const delay: LoopDelay = { p50: ms(delays.percentile(50)), p99: ms(delays.percentile(99)), max: ms(delays.max) };
    delays.reset();
    process.send?.(delay);
  });
  process.channel?.unref();
}
