// Preloaded into the server by the network-chaos test (`--import`): its clock may be set while it runs, as a machine's is when
// somebody corrects it. By `{ aheadMs }` over IPC.
import { isMainThread } from 'node:worker_threads';

const now = Date.now;
let aheadMs = 0;

if (isMainThread) {
  Date.now = () => now() + aheadMs;
  process.on('message', (/** @type {{ aheadMs: number }} */ order) => {
    aheadMs = order.aheadMs;
    process.send?.('set');
  });
  process.channel?.unref();
}
