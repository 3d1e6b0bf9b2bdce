// Preloaded by tests (`--import`): a thread takes 300 ms longer to load native code. It posts to the channel when it
// begins, and writes to standard output when it has loaded.
import { writeSync } from 'node:fs';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const STDOUT = 1;
const EXTRA_MS = 300;

if (!isMainThread) {
  const load = process.dlopen;
  process.dlopen = (...input) => {
    new BroadcastChannel('heatlamp-loading').postMessage('loading');
    const until = performance.now() + EXTRA_MS;
    while (performance.now() < until);
    load(...input);
    writeSync(STDOUT, 'loaded\n');
  };
}
