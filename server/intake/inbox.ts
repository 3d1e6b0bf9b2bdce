import * as z from 'zod';
import type { Write } from '../sql/statements';
import {
  type InboxFile,
  type InboxRow,
  type NewestStored,
  openInboxFile,
  type StoredInboxRow,
} from '../storage/inbox-file';
import type { Delivery, Translate, TranslationContext } from './delivery';

/** A delivery, and everything needed to translate it again after a restart. */
export type InboxEntry = { delivery: Delivery; context: TranslationContext };

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
  committed: () => NewestStored | null;
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

/**
 * The deliveries that wait in the file of the inbox: how many, and a copy of them in memory while they are few. Methods
 * that use the file throw if it cannot be read or written.
 */
class FileBacklog {
  count: number;
  bytes: number;
  added: number;
  removed = 0;
  rejected: number;
  readonly #file: InboxFile;
  readonly #translate: Translate;
  readonly #memory: ReturnType<typeof createInboxMemory>;
  #nextSeq: number;
  /** Everything before it is removed. */
  #firstSeq = 1;
  /** What the last `next` returned. */
  #returned: Waiting[] = [];
  /** Entries until this one were here at the start, or were returned before. */
  #triedUntil: number;

  constructor(file: InboxFile, translate: Translate) {
    this.#file = file;
    this.#translate = translate;
    const { count, bytes } = file.measure();
    [this.count, this.bytes, this.added] = [count, bytes, count];
    this.rejected = file.rejected();
    this.#memory = createInboxMemory(count === 0);
    this.#nextSeq = file.nextSeq();
    this.#triedUntil = this.#nextSeq - 1;
  }

  append(entries: readonly InboxEntry[]): void {
    const rows = entries.map(rowOf);
    this.#file.append(rows, this.#nextSeq);
    const waiting = entries.map(({ delivery }, index) => ({
      seq: this.#nextSeq + index,
      delivery,
      bytes: sizeOf(rows[index] as InboxRow),
    }));
    this.#nextSeq += entries.length;
    this.count += entries.length;
    this.added += entries.length;
    this.bytes += bytesOf(waiting);
    this.#memory.add(waiting);
  }

  /** The oldest deliveries, at most `most`, and at most about `mostBytes`. */
  next(most: number, mostBytes: number): Delivery[] {
    if (canBeRemembered(this.count, this.bytes)) this.#rememberAll();
    this.#returned = this.#memory.first(most, mostBytes) ?? this.#readFile(most, mostBytes);
    const triedUntil = this.#triedUntil;
    this.#triedUntil = Math.max(triedUntil, this.#returned.at(-1)?.seq ?? 0);
    return this.#returned.map(({ seq, delivery }) =>
      seq <= triedUntil ? { ...delivery, mayBeStored: true } : delivery,
    );
  }

  /** Removes deliveries that `next` returned last, at the next `append` or `sweep` of the file. */
  remove(deliveries: readonly Delivery[], rejectedIds: readonly string[]): void {
    const done = this.#returned.slice(0, deliveries.length);
    this.#returned = [];
    this.#reject(done.filter(({ delivery }) => rejectedIds.includes(delivery.id)));
    this.#firstSeq = (done.at(-1)?.seq ?? this.#firstSeq - 1) + 1;
    this.#memory.removeFirst(done.length);
    this.#drop(done.length, bytesOf(done));
    const stored = done.findLast(({ delivery }) => !rejectedIds.includes(delivery.id));
    this.#file.remove(this.#firstSeq, stored?.delivery ?? null);
  }

  /** Deletes deliveries that were rejected before an instant. */
  deleteRejected(before: number): void {
    this.#file.scrub(firstIdAt(before));
    this.rejected = this.#file.rejected();
  }

  #rememberAll(): void {
    if (this.#memory.isComplete()) return;
    const all = this.#readFile(this.count, this.bytes);
    if (all.length === this.count) this.#memory.replace(all);
  }

  #readFile(most: number, mostBytes: number): Waiting[] {
    for (;;) {
      const rows = this.#file.read(this.#firstSeq, most, mostBytes);
      if (rows.length === 0) {
        // Somebody has deleted rows: nothing must wait for them.
        this.#drop(this.count, this.bytes);
        return [];
      }
      const { waiting, damaged } = parseRows(rows, this.#translate);
      this.#reject(damaged);
      this.#drop(
        damaged.length,
        damaged.reduce((sum, row) => sum + sizeOf(row), 0),
      );
      if (waiting.length > 0) return waiting;
      this.#firstSeq = (rows.at(-1)?.seq ?? this.#firstSeq) + 1;
    }
  }

  #reject(rows: readonly { seq: number }[]): void {
    this.#file.reject(rows.map(({ seq }) => seq));
    this.rejected += rows.length;
  }

  #drop(dropped: number, size: number): void {
    this.count -= dropped;
    this.removed += dropped;
    this.bytes -= size;
    if (this.count === 0) this.#memory.replace([]);
  }
}

/** Up to this much is kept in memory, so that it need not be read and translated again soon after. */
export const MAX_REMEMBERED = { deliveries: 2_048, bytes: 16 * 1024 * 1024 };

/** Whether a backlog that was too large to remember has become small. */
export const canBeRemembered = (count: number, bytes: number) =>
  count <= MAX_REMEMBERED.deliveries / 2 && bytes <= MAX_REMEMBERED.bytes / 2;

/** A delivery that waits, and its size. `seq` is its number in the file. */
type Waiting = { seq: number; delivery: Delivery; bytes: number };

export const bytesOf = (waiting: readonly Pick<Waiting, 'bytes'>[]) =>
  waiting.reduce((sum, each) => sum + each.bytes, 0);

/** Separates rows that the disk has damaged. */
function parseRows(rows: readonly StoredInboxRow[], translate: Translate) {
  const waiting: Waiting[] = [];
  const damaged: StoredInboxRow[] = [];
  for (const row of rows) {
    const delivery = parseRow(row, translate);
    if (delivery) waiting.push({ seq: row.seq, delivery, bytes: sizeOf(row) });
    else damaged.push(row);
  }
  return { waiting, damaged };
}

/** A copy in memory of the deliveries that wait, in order, while they are few. `isEmpty`: none waits at the start. */
function createInboxMemory(isEmpty: boolean) {
  /** Null if some of the deliveries are only in the file. */
  let remembered: Waiting[] | null = isEmpty ? [] : null;
  let bytes = 0;

  return {
    isComplete: () => remembered !== null,
    add(waiting: readonly Waiting[]): void {
      if (!remembered) return;
      remembered.push(...waiting);
      bytes += bytesOf(waiting);
      if (remembered.length > MAX_REMEMBERED.deliveries || bytes > MAX_REMEMBERED.bytes) remembered = null;
    },
    /** The oldest deliveries, at most `most`, and at most about `mostBytes`; null if some of them are only in the file. */
    first(most: number, mostBytes: number): Waiting[] | null {
      let size = 0;
      const end = remembered?.slice(0, most).findIndex((waiting, index) => {
        size += waiting.bytes;
        return index > 0 && size > mostBytes;
      });
      return remembered?.slice(0, end === -1 ? most : end) ?? null;
    },
    removeFirst(count: number): void {
      if (remembered) bytes -= bytesOf(remembered.splice(0, count));
    },
    /** Remembers these, which are all that wait. */
    replace(waiting: readonly Waiting[]): void {
      remembered = [...waiting];
      bytes = bytesOf(waiting);
    },
  };
}

/** The smallest id that a delivery received at an instant (epoch ms) can have: a UUID version 7 begins with it. */
export function firstIdAt(at: number): string {
  const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

export function rowOf({ delivery, context }: InboxEntry): InboxRow {
  const { id, receivedAt, subscription, headers, bodySha256, body } = delivery;
  const envelope: Envelope = { receivedAt, subscription, headers, bodySha256, context };
  return { id, envelope: JSON.stringify(envelope), body };
}

export function sizeOf({ envelope, body }: InboxRow): number {
  return envelope.length + body.length;
}

/** Null if the disk has damaged the row. */
export function parseRow({ id, envelope, body }: InboxRow, translate: Translate): Delivery | null {
  try {
    return entryOf(id, envelopeShape.parse(JSON.parse(envelope)), body, translate).delivery;
  } catch {
    return null;
  }
}

/** The entry of a stored delivery, which is translated again. */
function entryOf(id: string, { context, ...envelope }: Envelope, body: Buffer, translate: Translate): InboxEntry {
  const translation = translate(body, envelope.bodySha256, context, envelope.receivedAt);
  return { delivery: { id, ...envelope, pathEvent: context.pathEvent, body, translation, isReplay: false }, context };
}

const envelopeShape = z.object({
  receivedAt: z.number(),
  subscription: z.string(),
  headers: z.record(z.string(), z.string()),
  bodySha256: z.string(),
  context: z.object({
    pathEvent: z.string(),
    pinnedEvent: z.string().nullable(),
    pathSlip: z.object({ isRead: z.boolean(), exceptInBranches: z.array(z.number()) }),
    contentType: z.string().nullable(),
    branches: z.array(z.number()).readonly().nullish(),
  }),
});

type Envelope = z.infer<typeof envelopeShape>;
