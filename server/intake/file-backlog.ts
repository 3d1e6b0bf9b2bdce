import type { InboxRow, StoredInboxRow } from '../storage/inbox-connection';
import type { InboxFile } from '../storage/inbox-file';
import type { Delivery, Translate } from './delivery';
import { firstIdAt, type InboxEntry, parseRow, rowOf, sizeOf } from './inbox-entry';
import { bytesOf, canBeRemembered, createInboxMemory, type Waiting } from './inbox-memory';

/**
 * The deliveries that wait in the file of the inbox: how many, and a copy of them in memory while they are few. Methods
 * that use the file throw if it cannot be read or written.
 */
export class FileBacklog {
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
  #taken: Waiting[] = [];
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
    this.#taken = this.#memory.first(most, mostBytes) ?? this.#readFile(most, mostBytes);
    const triedUntil = this.#triedUntil;
    this.#triedUntil = Math.max(triedUntil, this.#taken.at(-1)?.seq ?? 0);
    return this.#taken.map(({ seq, delivery }) => (seq <= triedUntil ? { ...delivery, mayBeStored: true } : delivery));
  }

  /** Removes deliveries that `next` returned last, at the next `append` or `sweep` of the file. */
  remove(deliveries: readonly Delivery[], rejectedIds: readonly string[]): void {
    const done = this.#taken.slice(0, deliveries.length);
    this.#taken = [];
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
