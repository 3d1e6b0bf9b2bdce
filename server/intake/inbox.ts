import type { Write } from '../sql/statements';
import type { Committed, InboxRow } from '../storage/inbox-connection';
import { openInboxFile } from '../storage/inbox-file';
import type { Delivery, Translate } from './delivery';
import { firstIdAt, type InboxEntry, parseRow, rowOf, sizeOf } from './inbox-entry';

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
  /** Deliveries that the database rejected in any form. */
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

/** Up to this much is kept in memory, so that it need not be read and translated again soon after. */
export const MOST_REMEMBERED = { deliveries: 2_048, bytes: 16 * 1024 * 1024 };

/** Whether a backlog that was too large to remember has become small. */
export const canBeRemembered = (count: number, bytes: number) =>
  count <= MOST_REMEMBERED.deliveries / 2 && bytes <= MOST_REMEMBERED.bytes / 2;

/**
 * Removed deliveries are deleted from the disk with the next append, or after this time: a crash must not bring them back
 * after the database has been replaced by another.
 */
const SWEEP_AFTER_MS = 5_000;

type Waiting = { seq: number; delivery: Delivery; bytes: number };

/** Opens the inbox in a file. @throws Error if the file cannot be opened */
export function openInbox(path: string, translate: Translate): FileInbox {
  const file = openInboxFile(path);
  let { count, bytes } = file.measure();
  let added = count;
  let removed = 0;
  let nextSeq = file.nextSeq();
  /** Everything before it is removed. */
  let firstSeq = 1;
  let rejected = file.rejected();
  /** The deliveries that wait, in order; null if some of them are only in the file. */
  let remembered: Waiting[] | null = count > 0 ? null : [];
  let rememberedBytes = 0;
  let sweeping: NodeJS.Timeout | undefined;

  function read(most: number, mostBytes: number): Waiting[] {
    if (remembered === null && canBeRemembered(count, bytes)) rememberAgain();
    if (remembered === null) return readFile(most, mostBytes);
    let size = 0;
    const end = remembered.slice(0, most).findIndex((waiting, index) => {
      size += waiting.bytes;
      return index > 0 && size > mostBytes;
    });
    return remembered.slice(0, end < 0 ? most : end);
  }

  function rememberAgain(): void {
    const all = readFile(count, bytes);
    if (all.length === count) [remembered, rememberedBytes] = [all, bytes];
  }

  function readFile(most: number, mostBytes: number): Waiting[] {
    for (;;) {
      const rows = file.read(firstSeq, most, mostBytes);
      if (rows.length === 0) {
        // Somebody has deleted rows: nothing must wait for them.
        drop(count, bytes);
        return [];
      }
      const waiting = rows.flatMap((row) => {
        const delivery = parseRow(row, translate);
        return delivery ? { seq: row.seq, delivery, bytes: sizeOf(row) } : [];
      });
      const known = new Set(waiting.map(({ seq }) => seq));
      const damaged = rows.filter(({ seq }) => !known.has(seq));
      reject(damaged);
      drop(
        damaged.length,
        damaged.reduce((sum, row) => sum + sizeOf(row), 0),
      );
      if (waiting.length > 0) return waiting;
      firstSeq = (rows.at(-1)?.seq ?? firstSeq) + 1;
    }
  }

  function reject(rows: readonly { seq: number }[]): void {
    file.reject(rows.map(({ seq }) => seq));
    rejected += rows.length;
  }

  function drop(dropped: number, size: number): void {
    count -= dropped;
    removed += dropped;
    bytes -= size;
    if (count === 0) [remembered, rememberedBytes] = [[], 0];
  }

  function sweep(): void {
    clearTimeout(sweeping);
    sweeping = undefined;
    try {
      file.sweep();
    } catch {
      // The next append tries again. What a crash brings back is stored once.
    }
  }

  /** What the last `next` returned. */
  let taken: Waiting[] = [];

  return {
    count: () => count,
    bytes: () => bytes,
    added: () => added,
    removed: () => removed,
    append(entries) {
      const rows = entries.map(rowOf);
      file.append(rows, nextSeq);
      const waiting = entries.map(({ delivery }, index) => ({
        seq: nextSeq + index,
        delivery,
        bytes: sizeOf(rows[index] as InboxRow),
      }));
      const size = waiting.reduce((sum, each) => sum + each.bytes, 0);
      nextSeq += entries.length;
      count += entries.length;
      added += entries.length;
      bytes += size;
      rememberedBytes += size;
      if (count > MOST_REMEMBERED.deliveries || rememberedBytes > MOST_REMEMBERED.bytes) remembered = null;
      remembered?.push(...waiting);
    },
    next(most, mostBytes) {
      taken = read(most, mostBytes);
      return taken.map(({ delivery }) => delivery);
    },
    remove(deliveries, rejectedIds) {
      const done = taken.slice(0, deliveries.length);
      reject(done.filter(({ delivery }) => rejectedIds.includes(delivery.id)));
      taken = [];
      firstSeq = (done.at(-1)?.seq ?? firstSeq - 1) + 1;
      const size = done.reduce((sum, each) => sum + each.bytes, 0);
      if (remembered) {
        remembered.splice(0, done.length);
        rememberedBytes -= size;
      }
      drop(done.length, size);
      file.remove(firstSeq, done.findLast(({ delivery }) => !rejectedIds.includes(delivery.id))?.delivery ?? null);
      sweeping ??= setTimeout(sweep, SWEEP_AFTER_MS).unref();
    },
    removal: () => [],
    noteStored: (deliveries) => file.note(deliveries.at(-1) ?? null),
    committed: file.committed,
    has: file.has,
    claim: file.claim,
    rejected: () => rejected,
    adopt: async () => 0,
    isCut: () => false,
    recover: () => {},
    probe: file.probe,
    sweep: file.sweep,
    scrub(before) {
      sweep();
      file.scrub(firstIdAt(before));
      rejected = file.rejected();
    },
    close() {
      sweep();
      file.close();
    },
  };
}
