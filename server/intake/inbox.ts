import type { Write } from '../sql/statements';
import type { Committed } from '../storage/inbox-connection';
import { openInboxFile } from '../storage/inbox-file';
import type { Delivery, Translate } from './delivery';
import { FileBacklog } from './file-backlog';
import type { InboxEntry } from './inbox-entry';

/**
 * Deliveries that are acknowledged, and not in the database yet, in order. Each is on disk before it is acknowledged, and
 * keeps its id, so that one that is projected twice is stored once.
 */
export type Inbox = {
  /** Number of deliveries that wait. */
  count: () => number;
  /** Their size in bytes. */
  bytes: () => number;
  /** How many were added and how many removed, from any point in time on: for waiting until some of them are removed. */
  added: () => number;
  removed: () => number;
  /** Adds all or none; they are on disk when it is done. @throws Error if they cannot be written */
  append: (entries: readonly InboxEntry[]) => void | Promise<void>;
  /** The oldest deliveries, at most `most`, and at most about `mostBytes`. @throws Error if they cannot be read */
  next: (most: number, mostBytes: number) => Delivery[] | Promise<Delivery[]>;
  /** What the transaction that stores deliveries must write to the inbox. */
  removal: (deliveries: readonly Delivery[]) => Write[];
  /** Removes deliveries that `next` returned last. Those with a rejected id stay on disk, but do not wait any more. */
  remove: (deliveries: readonly Delivery[], rejectedIds: readonly string[]) => void;
  /** Notes deliveries that were stored in the database without the inbox. */
  noteStored: (deliveries: readonly Delivery[]) => void;
  /** Deliveries that the database cannot store even as unreadable. */
  rejected: () => number;
  /**
   * Takes over deliveries that another node has acknowledged and not projected for a while. Called every few seconds.
   * Resolves to how many. @throws Error if the inbox cannot be reached
   */
  adopt: () => Promise<number>;
  /** Whether a part of it could not be reached, so that `recover` must be called first. */
  isCut: () => boolean;
  /** Finds out what waits, once the database can be reached again. @throws Error if it cannot */
  recover: () => void | Promise<void>;
  /** Checks whether the largest delivery could be appended now. @throws Error if it could not */
  probe: () => void;
  /** Deletes from the disk what was removed. @throws Error */
  sweep: () => void;
  /** Deletes deliveries that were rejected before an instant, and what files still contain of deleted ones. @throws Error */
  scrub: (before: number) => void | Promise<void>;
  close: () => void | Promise<void>;
};

/** An inbox in a file, which blocks the thread until something is on disk. */
export type FileInbox = Omit<Inbox, 'adopt' | 'append' | 'next' | 'scrub' | 'close'> & {
  adopt: () => Promise<0>;
  /** The newest delivery that was removed because it is in the database; null before the first. */
  committed: () => Committed | null;
  /** Whether a delivery with this id waits. */
  has: (id: string) => boolean;
  /**
   * Keeps the file for this process until it is closed, also if the lock of the folder is deleted.
   * @throws LockedElsewhere if another process uses it
   */
  claim: () => void;
  append: (entries: readonly InboxEntry[]) => void;
  next: (most: number, mostBytes: number) => Delivery[];
  scrub: (before: number) => void;
  close: () => void;
};

/**
 * Removed deliveries are deleted from the disk with the next append, or after this time: a crash must not bring them back
 * after the database has been replaced by another.
 */
const SWEEP_AFTER_MS = 5_000;

/** Opens the inbox in a file. @throws Error if the file cannot be opened */
export function openInbox(path: string, translate: Translate): FileInbox {
  const file = openInboxFile(path);
  const backlog = new FileBacklog(file, translate);
  let sweeping: NodeJS.Timeout | undefined;

  function sweep(): void {
    clearTimeout(sweeping);
    sweeping = undefined;
    try {
      file.sweep();
    } catch {
      // The next append tries again. What a crash brings back is stored once.
    }
  }

  return {
    count: () => backlog.count,
    bytes: () => backlog.bytes,
    added: () => backlog.added,
    removed: () => backlog.removed,
    rejected: () => backlog.rejected,
    append: (entries) => backlog.append(entries),
    next: (most, mostBytes) => backlog.next(most, mostBytes),
    remove(deliveries, rejectedIds) {
      backlog.remove(deliveries, rejectedIds);
      sweeping ??= setTimeout(sweep, SWEEP_AFTER_MS).unref();
    },
    removal: () => [],
    noteStored: (deliveries) => file.note(deliveries.at(-1) ?? null),
    committed: file.committed,
    has: file.has,
    claim: file.claim,
    adopt: async () => 0,
    isCut: () => false,
    recover: () => {},
    probe: file.probe,
    sweep: file.sweep,
    scrub(before) {
      sweep();
      backlog.deleteRejected(before);
    },
    close() {
      sweep();
      file.close();
    },
  };
}
