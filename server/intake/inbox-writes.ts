import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Inbox } from './inbox';
import type { InboxEntry } from './inbox-entry';

/** How long the result of a write shows whether the inbox can be written, in ms: after a success and after a failure. */
const PROVEN_FOR_MS = 10_000;
const TRIED_EVERY_MS = 1_000;

/** Appends to the inbox, and remembers whether the last write succeeded. */
export function createInboxWrites(inbox: Pick<Inbox, 'append' | 'probe'>, log: Pick<Log, 'warn'>) {
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
