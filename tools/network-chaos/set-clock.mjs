// Preloaded into the server by the network-chaos test (`--import`): `{ aheadMs }` over IPC sets its clock
// while it runs.
import { isMainThread } from 'node:worker_threads';

const now = Date.now;
let aheadMs = 0;

if (isMainThread) {
  Date.now = () => now() + aheadMs;
  process.on('message', (/** @type {{ aheadMs: number }} */ message) => {
    aheadMs = message.aheadMs;
    process.send?.('set');
  });
  process.channel?.unref();
}
