/** Acknowledgements of at most this many are awaited together, so that clients send more while the server reads others. */
const ENOUGH = 32;
/** Maximum time that a sync waits for more deliveries. */
const GATHER_MS = 3;
/** It waits only until none has arrived for this long: clients send the next one after a response. */
const PAUSE_MS = 0.4;

/**
 * Lets the server read sockets before the next sync. Node.js accepts one connection per turn of the event loop, so it
 * waits a few turns, as long as each brings a delivery.
 */
export async function gatherForSync(arriving: readonly unknown[]): Promise<void> {
  const begun = performance.now();
  let now = begun;
  let lastCame = begun;
  do {
    const before = arriving.length;
    await new Promise((next) => setImmediate(next));
    now = performance.now();
    if (arriving.length > before) lastCame = now;
  } while (
    arriving.length < ENOUGH &&
    now - lastCame <= (arriving.length > 1 ? PAUSE_MS : 0) &&
    now - begun < GATHER_MS
  );
}
