import type { Command } from './committer';
import type { SpoolEntry } from './spool';
import type { Kept } from './write-queue';

export type WaitingDelivery = { kind: 'delivery'; entry: SpoolEntry; done: (kept: Kept) => void };
export type WaitingCommand = {
  kind: 'command';
  command: Command<unknown>;
  done: (result: unknown) => void;
  failed: (error: unknown) => void;
};

/** Something that is to be done while nothing is being written, and writes nothing through the queue. */
export type WaitingTurn = { kind: 'turn'; take: () => void };

/** What waits in the write queue. */
export type Waiting = WaitingDelivery | WaitingCommand | WaitingTurn;

export const LARGEST_BATCH = 256;
/** A batch is one JSON text and one stretch of work on the main thread. */
const LARGEST_BATCH_BYTES = 4 * 1024 * 1024;

/** Takes off the one command or turn at the front of the queue, or the deliveries that are there, as many as make a batch. */
export function takeBatch(waiting: Waiting[]): Waiting[] {
  let size = 0;
  let count = 0;
  for (const item of waiting) {
    if (item.kind !== 'delivery') break;
    size += item.entry.delivery.body.length;
    if (count === LARGEST_BATCH || (count > 0 && size > LARGEST_BATCH_BYTES)) break;
    count += 1;
  }
  return waiting.splice(0, Math.max(1, count));
}
