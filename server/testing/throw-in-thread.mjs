// Preloaded into a server by tests (`--import`): has one of its threads throw what nobody catches. Asked over IPC by
// `{ thread, by }`. The thread that renders pages throws at its next request.
import { BroadcastChannel, isMainThread, parentPort, workerData } from 'node:worker_threads';

/** @typedef {{ thread: 'main' | 'reader' | 'pages', by: 'exception' | 'rejection' }} Request */

const channel = new BroadcastChannel('heatlamp-throw-in-thread');
channel.unref();

if (isMainThread) {
  process.on('message', (/** @type {Request} */ request) => {
    if (request.thread === 'main') fail(request);
    else channel.postMessage(request);
  });
  process.channel?.unref();
  channel.onmessage = () => process.send?.('armed');
} else {
  const thread = 'databaseFile' in workerData ? 'reader' : 'pages';
  channel.onmessage = (event) => {
    const { data } = /** @type {{ data: Request }} */ (event);
    if (data.thread !== thread) return;
    if (thread === 'pages') parentPort?.once('message', () => fail(data));
    else fail(data);
    channel.postMessage('armed');
  };
}

function fail(/** @type {Request} */ { thread, by }) {
  const error = new Error(`thrown in ${thread} by a test`);
  if (by === 'rejection') void Promise.reject(error);
  else
    setImmediate(() => {
      throw error;
    });
}
