// Preloaded into the server (`--import`): `{ aheadMs }` over IPC sets its clock
// while it runs. A fault of nodes gives it a wrong clock from the start, by CLOCK_AHEAD_MS.
import { isMainThread } from 'node:worker_threads';

const now = Date.now;
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);

if (isMainThread) {
  Date.now = () => now() + aheadMs;
  process.on('message', (/** @type {{ aheadMs: number }} */ message) => {
    aheadMs = message.aheadMs;
    process.send?.('set');
  });
  process.channel?.unref();
}
