import type { Command } from './committer';
import type { StoreResult } from './delivery';
import type { SpoolEntry } from './spool-line';

export type WaitingDelivery = { kind: 'delivery'; entry: SpoolEntry; done: (result: StoreResult) => void };
export type WaitingCommand<Stages> = {
  kind: 'command';
  command: Command<unknown, Stages>;
  done: (result: unknown) => void;
  failed: (error: unknown) => void;
};

/** Work to do while nothing is being written. It must not use the queue. */
export type WaitingTurn = { kind: 'turn'; take: () => void };

export type Waiting<Stages> = WaitingDelivery | WaitingCommand<Stages> | WaitingTurn;

export const MAX_BATCH = 256;
/** A batch blocks the main thread while it is folded. */
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Removes the command or turn at the front of the queue, or a batch of the deliveries there. */
export function takeBatch<Stages>(waiting: Waiting<Stages>[]): Waiting<Stages>[] {
  let size = 0;
  let count = 0;
  for (const item of waiting) {
    if (item.kind !== 'delivery') break;
    size += item.entry.delivery.body.length;
    if (count === MAX_BATCH || (count > 0 && size > MAX_BATCH_BYTES)) break;
    count += 1;
  }
  return waiting.splice(0, Math.max(1, count));
}

/** Maximum time that a commit waits for more deliveries. */
const GATHER_MS = 3;
/** In a burst it waits only until none has arrived for this long: clients send the next one after a response. */
const BURST_PAUSE_MS = 0.4;
/** Bursts are acknowledged in batches of this size, so that clients send more while the server reads others. */
const BURST_BATCH = 32;

/**
 * Lets the server read sockets before the next commit. Node.js accepts one connection per turn of the event loop, so it
 * waits a few turns, as long as each brings a delivery.
 */
export async function gather(waiting: readonly unknown[], isBurst: boolean): Promise<void> {
  const [maxCount, pauseMs] = isBurst ? [BURST_BATCH, BURST_PAUSE_MS] : [MAX_BATCH, 0];
  const begun = performance.now();
  let now = begun;
  let lastArrivedAt = begun;
  do {
    const before = waiting.length;
    await new Promise((next) => setImmediate(next));
    now = performance.now();
    if (waiting.length > before) lastArrivedAt = now;
  } while (waiting.length < maxCount && now - lastArrivedAt <= pauseMs && now - begun < GATHER_MS);
}
