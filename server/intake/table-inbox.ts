import { errorMessage } from '../../lib/error-message';
import { DELETE_ENTRIES } from '../sql/inbox-statements';
import type { InboxTable } from '../storage/inbox-file';
import type { Delivery, Translate } from './delivery';
import {
  bytesOf,
  canBeRemembered,
  firstIdAt,
  type Inbox,
  type InboxEntry,
  MAX_REMEMBERED,
  parseRow,
  rowOf,
  sizeOf,
} from './inbox';

type Waiting = { delivery: Delivery; bytes: number };

/**
 * The deliveries of this node that wait in the table of the inbox: how many, and a copy of them in memory while they are
 * few. Methods that use the table reject if it cannot be reached.
 */
class TableBacklog {
  count = 0;
  bytes = 0;
  added = 0;
  removed = 0;
  rejected = 0;
  readonly #table: InboxTable;
  readonly #translate: Translate;
  /** By id, in order; null if some of them are only in the table. */
  #remembered: Map<string, Waiting> | null = null;
  #rememberedBytes = 0;
  /** Deliveries whose insert is not answered yet. They may be in the table, but do not count. */
  readonly #inserting = new Set<string>();
  /** The oldest deliveries of other nodes, as `adoptLate` last found them. */
  #seen: ReadonlySet<string> = new Set();
  /** The sizes of what `next` returned last. */
  #returned: ReadonlyMap<string, number> = new Map();

  constructor(table: InboxTable, translate: Translate) {
    this.#table = table;
    this.#translate = translate;
  }

  /** Finds out what waits in the table. */
  async measure(): Promise<void> {
    const found = await this.#table.measure();
    // Inserts that were not answered may be in the table all the same, and what was projected without an answer is gone.
    const gone = this.count - found.count;
    if (gone > 0) this.removed += gone;
    else this.added -= gone;
    this.count = found.count;
    this.bytes = found.bytes;
    this.#remembered = found.count > 0 ? null : new Map();
    this.#rememberedBytes = 0;
    this.rejected = await this.#table.countRejected();
  }

  async append(entries: readonly InboxEntry[]): Promise<void> {
    const rows = entries.map(rowOf);
    for (const { id } of rows) this.#inserting.add(id);
    try {
      await this.#table.append(rows);
    } finally {
      for (const { id } of rows) this.#inserting.delete(id);
    }
    for (const [index, row] of rows.entries()) {
      const entry = entries[index] as InboxEntry;
      const size = sizeOf(row);
      this.bytes += size;
      this.#rememberedBytes += size;
      this.#remembered?.set(row.id, { delivery: entry.delivery, bytes: size });
    }
    this.count += rows.length;
    this.added += rows.length;
    if (this.count > MAX_REMEMBERED.deliveries || this.#rememberedBytes > MAX_REMEMBERED.bytes) this.#remembered = null;
  }

  /** The oldest deliveries, at most `most`, and at most about `mostBytes`. */
  async next(most: number, mostBytes: number): Promise<Delivery[]> {
    const found = await this.#read(most, mostBytes);
    this.#returned = new Map([...found].map(([id, { bytes }]) => [id, bytes]));
    return [...found.values()].map(({ delivery }) => delivery);
  }

  /** Counts deliveries that `next` returned last as removed; the transaction that stored them deleted their rows. */
  remove(deliveries: readonly Delivery[], rejectedIds: readonly string[]): void {
    let size = 0;
    for (const { id } of deliveries) {
      const own = this.#returned.get(id) ?? 0;
      size += own;
      if (this.#remembered?.delete(id)) this.#rememberedBytes -= own;
    }
    this.#drop(deliveries.length, size);
    if (rejectedIds.length === 0) return;
    this.rejected += rejectedIds.length;
    // If this fails, they are read and rejected again after the next start.
    this.#table.reject(rejectedIds).catch(() => {});
  }

  /**
   * Takes over deliveries of other nodes that were there at the last call already. Resolves to how many. Also counts the
   * rejected ones again, which any node may delete.
   */
  async adoptLate(): Promise<number> {
    this.rejected = await this.#table.countRejected();
    const others = await this.#table.others();
    const late = others.filter((id) => this.#seen.has(id));
    this.#seen = new Set(others);
    if (late.length === 0) return 0;
    const adopted = await this.#table.adopt(late);
    this.count += adopted.count;
    this.added += adopted.count;
    this.bytes += adopted.bytes;
    if (adopted.count > 0) this.#remembered = null;
    return adopted.count;
  }

  /** Deletes deliveries that were rejected before an instant. */
  async deleteRejected(before: number): Promise<void> {
    await this.#table.deleteRejected(firstIdAt(before));
    this.rejected = await this.#table.countRejected();
  }

  async #read(most: number, mostBytes: number): Promise<Map<string, Waiting>> {
    if (this.#remembered === null && canBeRemembered(this.count, this.bytes)) await this.#rememberAgain();
    return this.#remembered ? firstOf(this.#remembered, most, mostBytes) : this.#readTable(most, mostBytes);
  }

  async #rememberAgain(): Promise<void> {
    const { added } = this;
    const { deliveries: most, bytes: mostBytes } = MAX_REMEMBERED;
    const all = await this.#readTable(most, mostBytes);
    const bytes = bytesOf([...all.values()]);
    // PostgreSQL may have executed inserts after their time limit: these rows count from now on.
    const uncounted = all.size - this.count;
    // More may have been inserted meanwhile, or be in the table than was read.
    if (this.added !== added || uncounted < 0 || all.size === most || bytes >= mostBytes) return;
    this.count += uncounted;
    this.added += uncounted;
    this.bytes = bytes;
    [this.#remembered, this.#rememberedBytes] = [all, bytes];
  }

  async #readTable(most: number, mostBytes: number): Promise<Map<string, Waiting>> {
    const [count, bytes] = [this.count, this.bytes];
    const found = await this.#table.read(most, mostBytes, this.#inserting);
    // Without those whose insert began meanwhile.
    const rows = found.filter(({ id }) => !this.#inserting.has(id));
    const read = new Map<string, Waiting>();
    const damaged: string[] = [];
    for (const row of rows) {
      const delivery = parseRow(row, this.#translate);
      if (delivery) read.set(row.id, { delivery, bytes: sizeOf(row) });
      else damaged.push(row.id);
    }
    if (damaged.length > 0) {
      await this.#table.reject(damaged);
      this.rejected += damaged.length;
      this.#drop(damaged.length, 0);
    }
    // Somebody has deleted rows: nothing must wait for them. What was added while the table was read is there.
    if (found.length === 0) this.#drop(count, bytes);
    return read;
  }

  #drop(dropped: number, size: number): void {
    this.count -= dropped;
    this.removed += dropped;
    this.bytes -= size;
    if (this.count > 0) return;
    this.#remembered = new Map();
    this.#rememberedBytes = 0;
    this.bytes = 0;
  }
}

/** How long a start waits for its first connection to the table, in ms: nobody waits for an answer yet. */
const START_MS = 10_000;

/**
 * The inbox of a server on PostgreSQL: a table there, whose commit is the acknowledgement. While PostgreSQL cannot be
 * reached, deliveries are appended to `local`, and projected from it later.
 */
export async function openTableInbox(table: InboxTable, local: Inbox, translate: Translate): Promise<Inbox> {
  // What other nodes have not projected at this moment is projected at the start: nobody else may be there to do it.
  await patiently(() => table.adopt(null));
  const backlog = new TableBacklog(table, translate);
  await backlog.measure();
  /** The last access to the table failed: until `recover` it is unknown what is in it. */
  let isCut = false;
  /** Changes of the table that are not counted yet. */
  const changing = new Set<Promise<unknown>>();
  /** Which of the two the last `next` read. */
  let source: 'table' | 'local' = 'local';

  function changed<Result>(change: Promise<Result>): Promise<Result> {
    changing.add(change);
    return change.finally(() => changing.delete(change));
  }

  return {
    count: () => backlog.count + local.count(),
    bytes: () => backlog.bytes + local.bytes(),
    added: () => backlog.added + local.added(),
    removed: () => backlog.removed + local.removed(),
    rejected: () => backlog.rejected + local.rejected(),
    async append(entries) {
      if (!isCut)
        try {
          return await changed(backlog.append(entries));
        } catch {
          isCut = true;
        }
      return local.append(entries);
    },
    async next(most, mostBytes) {
      source = local.count() > 0 ? 'local' : 'table';
      return source === 'local' ? local.next(most, mostBytes) : backlog.next(most, mostBytes);
    },
    noteStored: () => {},
    removal: (deliveries) => [{ statement: DELETE_ENTRIES, rows: deliveries.map(({ id }) => [id]) }],
    remove: (deliveries, rejectedIds) => (source === 'local' ? local : backlog).remove(deliveries, rejectedIds),
    adopt: async () => (isCut ? 0 : changed(backlog.adoptLate())),
    isCut: () => isCut,
    async recover() {
      // A row that is added while the table is measured would count twice, or never.
      isCut = true;
      await Promise.allSettled(changing);
      await backlog.measure();
      isCut = false;
    },
    probe: local.probe,
    sweep: local.sweep,
    async scrub(before) {
      await backlog.deleteRejected(before);
      await local.scrub(before);
    },
    async close() {
      await local.close();
      await table.close();
    },
  };
}

/** Tries again after a time limit, which is that of deliveries. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;)
    try {
      return void (await work());
    } catch (error) {
      if (performance.now() > deadline || !errorMessage(error).includes('timeout')) throw error;
    }
}

/** The first deliveries, at most `most`, and at most about `mostBytes`, but at least one. */
function firstOf(waiting: ReadonlyMap<string, Waiting>, most: number, mostBytes: number): Map<string, Waiting> {
  const first = new Map<string, Waiting>();
  let size = 0;
  for (const [id, each] of waiting) {
    size += each.bytes;
    if (first.size === most || (first.size > 0 && size > mostBytes)) break;
    first.set(id, each);
  }
  return first;
}
