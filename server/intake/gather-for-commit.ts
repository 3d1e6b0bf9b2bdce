import type { Inbox } from './inbox';

/** A batch blocks the main thread while it is folded and committed. */
export const LARGEST_COMMIT = { deliveries: 500, bytes: 4 * 1024 * 1024 };
/**
 * A lone delivery is projected after the first of these pauses in their arrival, several after the second. The first is
 * about as long as a client takes to send the next one after an answer.
 */
const PAUSE_MS = 0.5;
const PAUSE_OF_SEVERAL_MS = 2;
/** More deliveries are awaited for at most this long, and only while at least this many arrive in a millisecond. */
const MAX_WAIT_MS = 100;
const MIN_PER_MS = 0.5;

/** Timers come before sockets: after a blocked turn of the event loop, what has arrived must be read first. */
const pauseOfSeveral = () => new Promise((next) => setTimeout(() => setImmediate(next), PAUSE_OF_SEVERAL_MS));

/** Ends early when a delivery arrives. Timers are not as short as this. */
async function shortPause(arrivals: () => number): Promise<void> {
  const [begun, before] = [performance.now(), arrivals()];
  do await new Promise((next) => setImmediate(next));
  while (arrivals() === before && performance.now() - begun < PAUSE_MS);
}

/**
 * Waits for a pause in the arrival of deliveries, because one commit of many is faster than many commits. `arrivals` is
 * the number that has arrived, also of those that are not in the inbox yet.
 */
export async function gatherForCommit(
  inbox: Pick<Inbox, 'count' | 'bytes'>,
  arrivals: () => number,
  isUrgent: () => boolean,
): Promise<void> {
  const begun = performance.now();
  const first = arrivals() - inbox.count();
  for (let before = -1; before !== arrivals(); ) {
    const isLarge = inbox.count() >= LARGEST_COMMIT.deliveries || inbox.bytes() >= LARGEST_COMMIT.bytes;
    const waitedMs = performance.now() - begun;
    const areFew = arrivals() - first < waitedMs * MIN_PER_MS;
    if (isUrgent() || isLarge || areFew || waitedMs >= MAX_WAIT_MS) return;
    before = arrivals();
    await (inbox.count() > 1 ? pauseOfSeveral() : shortPause(arrivals));
  }
}
