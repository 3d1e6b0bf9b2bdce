import type { Log } from '../log';
import type { StoreResult } from './delivery';
import { gatherForSync } from './gather-for-sync';
import type { Inbox } from './inbox';
import type { InboxEntry } from './inbox-entry';
import { createInboxWrites } from './inbox-writes';
import { createRoom } from './room';

/** Acknowledges deliveries: those that wait are appended to the inbox together, with one sync. */
export type Acceptance = {
  /** Resolves when the delivery is safe. Never rejects. */
  deliver: (entry: InboxEntry) => Promise<StoreResult>;
  /** Number of deliveries that are not acknowledged yet. */
  count: () => number;
  /** Number of deliveries that have arrived since the start. */
  arrivals: () => number;
  /** Resolves when there is room for another delivery. */
  room: () => Promise<void>;
  /** Deliveries that could not be stored anywhere. */
  refused: () => number;
  /** The result of the last write to the inbox. */
  isWritable: () => boolean;
  /**
   * Writes to the inbox, unless a recent write already showed the result, so that /readyz is correct also without
   * deliveries. Returns whether the inbox can be written.
   */
  probe: () => boolean;
  /** Refuses later deliveries. Resolves when the earlier ones are acknowledged. */
  close: () => Promise<void>;
};

export type AcceptanceDeps = {
  inbox: Inbox;
  log: Pick<Log, 'warn'>;
  /** Called after deliveries were added to the inbox. */
  onAdded: () => void;
  /** Stores deliveries that the inbox could not take in the database. Resolves to the result of each. */
  store: (entries: readonly InboxEntry[]) => Promise<readonly StoreResult[]>;
};

const MAX_WAITING = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
const LARGEST_SYNC = 256;
const LARGEST_SYNC_BYTES = 4 * 1024 * 1024;

type Arriving = { entry: InboxEntry; done: (storedIn: StoreResult) => void };

export function createAcceptance({ inbox, log, onAdded, store }: AcceptanceDeps): Acceptance {
  const { append, isWritable, probe } = createInboxWrites(inbox, log);
  const arriving: Arriving[] = [];
  const room = createRoom(() => arriving.length < MAX_WAITING && bytes < MAX_BYTES);
  let bytes = 0;
  let arrivals = 0;
  let refused = 0;
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function accept(batch: readonly Arriving[]): Promise<void> {
    const entries = batch.map(({ entry }) => entry);
    if (await append(entries)) {
      for (const { done } of batch) done({ storedIn: 'inbox' });
      return onAdded();
    }
    const stored = await store(entries);
    for (const [index, { done }] of batch.entries()) {
      const own = stored[index] ?? { storedIn: 'nowhere' };
      if (own.storedIn === 'nowhere') refused += 1;
      done(own);
    }
  }

  async function loop(): Promise<void> {
    while (arriving.length > 0) {
      await gatherForSync(arriving);
      const batch = takeBatch(arriving);
      await accept(batch);
      for (const { entry } of batch) bytes -= entry.delivery.body.length;
      void room.free();
    }
    running = null;
  }

  return {
    deliver: (entry) =>
      new Promise((done) => {
        if (isClosed) return done({ storedIn: 'nowhere' });
        bytes += entry.delivery.body.length;
        arrivals += 1;
        arriving.push({ entry, done });
        running ??= loop();
      }),
    count: () => arriving.length,
    arrivals: () => arrivals,
    room: room.wait,
    refused: () => refused,
    isWritable,
    probe,
    async close() {
      isClosed = true;
      while (running) await running;
    },
  };
}

function takeBatch(arriving: Arriving[]): Arriving[] {
  let size = 0;
  let count = 0;
  for (const { entry } of arriving) {
    size += entry.delivery.body.length;
    if (count === LARGEST_SYNC || (count > 0 && size > LARGEST_SYNC_BYTES)) break;
    count += 1;
  }
  return arriving.splice(0, count);
}
