import type { Command } from './committer';
import type { Kept } from './delivery';
import type { SpoolEntry } from './spool-line';

export type WaitingDelivery = { kind: 'delivery'; entry: SpoolEntry; done: (kept: Kept) => void };
export type WaitingCommand<Stages> = {
  kind: 'command';
  command: Command<unknown, Stages>;
  done: (result: unknown) => void;
  failed: (error: unknown) => void;
};

/** Something that is to be done while nothing is being written, and writes nothing through the queue. */
export type WaitingTurn = { kind: 'turn'; take: () => void };

/** What waits in the write queue. */
export type Waiting<Stages> = WaitingDelivery | WaitingCommand<Stages> | WaitingTurn;

export const LARGEST_BATCH = 256;
/** A batch is one stretch of work on the main thread. */
export const LARGEST_BATCH_BYTES = 4 * 1024 * 1024;

/** Takes off the one command or turn at the front of the queue, or the deliveries that are there, as many as make a batch. */
export function takeBatch<Stages>(waiting: Waiting<Stages>[]): Waiting<Stages>[] {
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

/** How long a commit waits for company, while company comes. */
const GATHER_MS = 3;
/** How long of that nobody may come, in a crowd: whoever was answered sends the next. */
const CROWD_PAUSE_MS = 0.4;
/** So many of a crowd are answered at once: while they send the next, the others are read. */
const CROWD_BATCH = 32;

/**
 * Lets the sockets read what has come meanwhile: it is the next batch. The system hands over one new connection a turn of
 * the event loop, so a few turns more, while each brings something, make one commit of many.
 */
export async function gather(waiting: readonly unknown[], isCrowd: boolean): Promise<void> {
  const [most, pauseMs] = isCrowd ? [CROWD_BATCH, CROWD_PAUSE_MS] : [LARGEST_BATCH, 0];
  const begun = performance.now();
  let now = begun;
  let lastCame = begun;
  do {
    const before = waiting.length;
    await new Promise((next) => setImmediate(next));
    now = performance.now();
    if (waiting.length > before) lastCame = now;
  } while (waiting.length < most && now - lastCame <= pauseMs && now - begun < GATHER_MS);
}
