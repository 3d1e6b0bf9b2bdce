import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type InboxTable, openInboxTable } from '../storage/inbox-file';
import { changeRows, environmentOf, newDataFolder, removeDataFolder } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, deliveryOf } from '../testing/kitchen';
import { translate } from '../webhooks/translate';
import { firstIdAt, type InboxEntry, openInbox, rowOf } from './inbox';
import { openTableInbox } from './table-inbox';

const START = 'kitchenStartCourse';
const ROUNDS = 50;

function entry(order: string): InboxEntry {
  const delivery = deliveryOf(START, eventBody({ at: Date.now() - 60_000, order }), Date.now());
  return { delivery, context: { ...DEFAULT_CONTEXT, pathEvent: START } };
}

/** A table whose statements are repeated where a crowded machine takes longer for one than the POS waits. */
function openPatiently(folder: string): InboxTable {
  const table = openInboxTable(environmentOf(folder)['DATABASE_URL'] ?? '', 1);
  const patiently = async <Result>(statement: () => Promise<Result>): Promise<Result> => {
    for (;;)
      try {
        return await statement();
      } catch (error) {
        if (!String(error).includes('timeout')) throw error;
      }
  };
  return {
    ...table,
    append: (rows) => patiently(() => table.append(rows)),
    read: (...most) => patiently(() => table.read(...most)),
  };
}

it('has a delivery that is added while it reads the table and finds that all rows are deleted', async () => {
  const folder = await newDataFolder('heatlamp-inbox-');
  const table = openPatiently(folder);
  const meanwhile: (() => Promise<void>)[] = [];
  const slow: typeof table = {
    ...table,
    async read(...most) {
      const rows = await table.read(...most);
      await meanwhile.pop()?.();
      return rows;
    },
  };
  const inbox = await openTableInbox(slow, openInbox(path.join(folder, 'intake.db'), translate), translate);
  try {
    await inbox.append([entry('deleted')]);
    await inbox.recover();
    await changeRows(folder, 'DELETE FROM "Inbox"');
    meanwhile.push(async () => inbox.append([entry('added')]));
    const found = await inbox.next(500, 1e6);
    expect([found.length, inbox.count(), inbox.added() - inbox.removed()]).toEqual([1, 1, 1]);
  } finally {
    await inbox.close();
    await removeDataFolder(folder);
  }
});

it('returns a delivery of a clock that is ahead while a larger one is inserted', async () => {
  const folder = await newDataFolder('heatlamp-inbox-');
  const table = openInboxTable(environmentOf(folder)['DATABASE_URL'] ?? '', 1);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const inserted: string[] = [];
  const slow: typeof table = {
    ...table,
    async append(rows) {
      await table.append(rows);
      inserted.push(...rows.map(({ id }) => id));
      await answered;
    },
  };
  const { delivery, context } = entry('ahead');
  const ahead = { context, delivery: { ...delivery, id: firstIdAt(Date.now() + 60_000) } };
  await table.append([rowOf(ahead)]);
  const inbox = await openTableInbox(slow, openInbox(path.join(folder, 'intake.db'), translate), translate);
  try {
    const appending = inbox.append([entry('x'.repeat(5_000))]);
    await expect.poll(() => inserted).toHaveLength(1);
    const found = await inbox.next(500, 1e6);
    expect([found.map(({ id }) => id), inbox.count()]).toEqual([[ahead.delivery.id], 1]);
    answer();
    await appending;
    expect([(await inbox.next(500, 1e6)).length, inbox.count()]).toEqual([2, 2]);
  } finally {
    answer();
    await inbox.close();
    await removeDataFolder(folder);
  }
});

it('returns every delivery where inserts that had timed out were executed later', async () => {
  const folder = await newDataFolder('heatlamp-inbox-');
  const table = openPatiently(folder);
  const inbox = await openTableInbox(table, openInbox(path.join(folder, 'intake.db'), translate), translate);
  const counted = entry('counted');
  const late = [1, 2].map((id) => {
    const { delivery, context } = entry('x'.repeat(5_000));
    return { context, delivery: { ...delivery, id: firstIdAt(id) } };
  });
  try {
    await inbox.append([counted]);
    // Nothing of it is in memory any more, as after a large backlog.
    await inbox.recover();
    await table.append(late.map(rowOf));
    const read: string[] = [];
    while (inbox.count() > 0) {
      const deliveries = await inbox.next(1, 1e6);
      read.push(...deliveries.map(({ id }) => id));
      inbox.remove(deliveries, []);
    }
    expect(read).toEqual([...late, counted].map(({ delivery }) => delivery.id));
    expect([inbox.bytes(), inbox.added() - inbox.removed()]).toEqual([0, 0]);
  } finally {
    await inbox.close();
    await removeDataFolder(folder);
  }
});

it('counts every delivery that is added while it finds out what waits', async () => {
  const folder = await newDataFolder('heatlamp-inbox-');
  const table = openPatiently(folder);
  const inbox = await openTableInbox(table, openInbox(path.join(folder, 'intake.db'), translate), translate);
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const appending = inbox.append([entry(`before ${round}`)]);
      await Promise.all([appending, inbox.recover(), inbox.append([entry(`after ${round}`)])]);
      expect(inbox.count(), `after ${round} rounds`).toBe(2 * round);
    }
    const read = new Set<string>();
    while (inbox.count() > 0) {
      const deliveries = await inbox.next(500, 1e6);
      for (const { id } of deliveries) read.add(id);
      inbox.remove(deliveries, []);
    }
    expect(read.size).toBe(2 * ROUNDS);
  } finally {
    await inbox.close();
    await removeDataFolder(folder);
  }
});

it('opens where the first connection takes longer than a delivery may wait', async () => {
  const folder = await newDataFolder('heatlamp-inbox-');
  const address = new URL(environmentOf(folder)['DATABASE_URL'] ?? '');
  const target = Number(address.port);
  let connections = 0;
  const proxy = createServer((client) => {
    client.on('error', () => {});
    connections += 1;
    if (connections === 1) return;
    const postgresql = connect(target, '127.0.0.1').on('error', () => {});
    client.pipe(postgresql).pipe(client);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  address.port = String((proxy.address() as AddressInfo).port);
  const local = openInbox(path.join(folder, 'intake.db'), translate);
  try {
    const inbox = await openTableInbox(openInboxTable(address.href, 1), local, translate);
    expect(connections).toBeGreaterThan(1);
    await inbox.close();
  } finally {
    proxy.close();
    await removeDataFolder(folder);
  }
});
