import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { StoreResult } from './delivery';
import type { Inbox, InboxEntry } from './inbox';

/** How long the result of a write shows whether the inbox can be written, in ms: after a success and after a failure. */
const PROVEN_FOR_MS = 10_000;
const TRIED_EVERY_MS = 1_000;

/** Acknowledges deliveries: those that wait are appended to the inbox together, with one sync. */
type Acceptance = {
  /** Resolves when the delivery is safe. Never rejects. */
  deliver: (entry: InboxEntry) => Promise<StoreResult>;
  /** Number of deliveries that are not acknowledged yet. */
  count: () => number;
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

type AcceptanceDeps = {
  inbox: Inbox;
  log: Pick<Log, 'warn'>;
  /** Called after deliveries were added to the inbox. */
  onAdded: () => void;
  /** Stores deliveries that the inbox could not take in the database. Resolves to the result of each. */
  store: (entries: readonly InboxEntry[]) => Promise<readonly StoreResult[]>;
};

const LARGEST_SYNC = 256;
const LARGEST_SYNC_BYTES = 4 * 1024 * 1024;

type Arriving = { entry: InboxEntry; done: (storedIn: StoreResult) => void };

export function createAcceptance({ inbox, log, onAdded, store }: AcceptanceDeps): Acceptance {
  const { append, isWritable, probe } = createInboxWrites(inbox, log);
  const arriving: Arriving[] = [];
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
      // Lets the server read sockets: what has arrived during one sync shares the next.
      await new Promise((next) => setImmediate(next));
      await accept(takeBatch(arriving));
    }
    running = null;
  }

  return {
    deliver: (entry) =>
      new Promise((done) => {
        if (isClosed) return done({ storedIn: 'nowhere' });
        arriving.push({ entry, done });
        running ??= loop();
      }),
    count: () => arriving.length,
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

/** Appends to the inbox, and remembers whether the last write succeeded. */
function createInboxWrites(inbox: Pick<Inbox, 'append' | 'probe'>, log: Pick<Log, 'warn'>) {
  let isWritable = true;
  let triedAt = Number.NEGATIVE_INFINITY;

  function note(error: unknown): void {
    if (error !== null && isWritable)
      log.warn({ error: shortOf(error) }, 'the inbox cannot be written: each delivery waits for its commit');
    isWritable = error === null;
    triedAt = performance.now();
  }

  return {
    /** Resolves to whether the entries are in the inbox. */
    async append(entries: readonly InboxEntry[]): Promise<boolean> {
      try {
        await inbox.append(entries);
        note(null);
      } catch (error) {
        note(error);
      }
      return isWritable;
    },
    isWritable: () => isWritable,
    /** Whether the inbox can be written. Tries it, unless a recent write showed it. */
    probe(): boolean {
      const enoughMs = isWritable ? PROVEN_FOR_MS : TRIED_EVERY_MS;
      if (performance.now() - triedAt > enoughMs)
        try {
          inbox.probe();
          note(null);
        } catch (error) {
          note(error);
        }
      return isWritable;
    },
  };
}
