import { DELETE_ENTRIES } from '../sql/inbox-table-statements';
import type { InboxTable } from '../storage/inbox-table';
import type { Delivery, Translate } from './delivery';
import { canBeRemembered, type Inbox, MOST_REMEMBERED } from './inbox';
import { firstIdAt, type InboxEntry, parseRow, rowOf, sizeOf } from './inbox-entry';

type Waiting = { delivery: Delivery; bytes: number };

/**
 * The inbox of a server on PostgreSQL: a table there, whose commit is the acknowledgement. While PostgreSQL cannot be
 * reached, deliveries are appended to `local`, and projected from it later.
 */
export async function openTableInbox(table: InboxTable, local: Inbox, translate: Translate): Promise<Inbox> {
  // What other nodes have not projected at this moment is projected at the start: nobody else may be there to do it.
  await table.adopt(null);
  let { count, bytes, rejected } = await table.measure();
  let added = count;
  let removed = 0;
  /** The last access to the table failed: until `recover` it is unknown what is in it. */
  let isCut = false;
  /** The deliveries that wait in the table, by id; null if some of them are only there. */
  let remembered: Map<string, Waiting> | null = count > 0 ? null : new Map();
  let rememberedBytes = 0;
  /** Deliveries whose insert is not answered yet. They may be in the table, but do not count. */
  const inserting = new Set<string>();
  /** The oldest deliveries of other nodes, as `adopt` last found them. */
  let seen: ReadonlySet<string> = new Set();
  /** The size of what the last `next` returned from the table; null if it was from the local inbox. */
  let taken: Map<string, number> | null = null;

  function drop(dropped: number, size: number): void {
    count -= dropped;
    removed += dropped;
    bytes -= size;
    if (count === 0) [remembered, rememberedBytes, bytes] = [new Map(), 0, 0];
  }

  async function insert(entries: readonly InboxEntry[]): Promise<void> {
    const rows = entries.map(rowOf);
    for (const { id } of rows) inserting.add(id);
    try {
      await table.append(rows);
    } finally {
      for (const { id } of rows) inserting.delete(id);
    }
    for (const [index, row] of rows.entries()) {
      const entry = entries[index] as InboxEntry;
      const size = sizeOf(row);
      bytes += size;
      rememberedBytes += size;
      remembered?.set(row.id, { delivery: entry.delivery, bytes: size });
    }
    count += rows.length;
    added += rows.length;
    if (count > MOST_REMEMBERED.deliveries || rememberedBytes > MOST_REMEMBERED.bytes) remembered = null;
  }

  async function read(most: number, mostBytes: number): Promise<Map<string, Waiting>> {
    if (remembered === null && canBeRemembered(count, bytes)) await rememberAgain();
    return remembered ? firstOf(remembered, most, mostBytes) : readTable(most, mostBytes);
  }

  async function rememberAgain(): Promise<void> {
    const all = await readTable(count, bytes);
    // More may have been inserted meanwhile.
    if (all.size === count) [remembered, rememberedBytes] = [all, bytes];
  }

  async function readTable(most: number, mostBytes: number): Promise<Map<string, Waiting>> {
    const rows = (await table.read(most + inserting.size, mostBytes)).filter(({ id }) => !inserting.has(id));
    const read = new Map<string, Waiting>();
    const damaged: string[] = [];
    for (const row of rows) {
      const delivery = parseRow(row, translate);
      if (delivery) read.set(row.id, { delivery, bytes: sizeOf(row) });
      else damaged.push(row.id);
    }
    if (damaged.length > 0) {
      await table.reject(damaged);
      rejected += damaged.length;
      drop(damaged.length, 0);
    }
    // Somebody has deleted rows: nothing must wait for them.
    if (rows.length === 0) drop(count, bytes);
    return read;
  }

  return {
    count: () => count + local.count(),
    bytes: () => bytes + local.bytes(),
    added: () => added + local.added(),
    removed: () => removed + local.removed(),
    rejected: () => rejected + local.rejected(),
    async append(entries) {
      if (!isCut)
        try {
          return await insert(entries);
        } catch {
          isCut = true;
        }
      return local.append(entries);
    },
    async next(most, mostBytes) {
      taken = null;
      if (local.count() > 0) return local.next(most, mostBytes);
      const found = await read(most, mostBytes);
      taken = new Map([...found].map(([id, { bytes }]) => [id, bytes]));
      return [...found.values()].map(({ delivery }) => delivery);
    },
    noteStored: () => {},
    removal: (deliveries) => [{ statement: DELETE_ENTRIES, rows: deliveries.map(({ id }) => [id]) }],
    remove(deliveries, rejectedIds) {
      if (taken === null) return local.remove(deliveries, rejectedIds);
      let size = 0;
      for (const { id } of deliveries) {
        const own = taken.get(id) ?? 0;
        size += own;
        if (remembered?.delete(id)) rememberedBytes -= own;
      }
      drop(deliveries.length, size);
      if (rejectedIds.length === 0) return;
      rejected += rejectedIds.length;
      // If this fails, they are read and rejected again after the next start.
      table.reject(rejectedIds).catch(() => {});
    },
    async adopt() {
      if (isCut) return 0;
      const others = await table.others();
      const late = others.filter((id) => seen.has(id));
      seen = new Set(others);
      if (late.length === 0) return 0;
      const adopted = await table.adopt(late);
      count += adopted.count;
      added += adopted.count;
      bytes += adopted.bytes;
      if (adopted.count > 0) remembered = null;
      return adopted.count;
    },
    isCut: () => isCut,
    async recover() {
      const found = await table.measure();
      // Inserts that were not answered may be in the table all the same.
      added += found.count - count;
      ({ count, bytes, rejected } = found);
      remembered = count > 0 ? null : new Map();
      rememberedBytes = 0;
      isCut = false;
    },
    probe: local.probe,
    sweep: local.sweep,
    async scrub(before) {
      rejected -= await table.deleteRejected(firstIdAt(before));
      await local.scrub(before);
    },
    async close() {
      await local.close();
      await table.close();
    },
  };
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
