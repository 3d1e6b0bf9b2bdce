import { setTimeout as wait } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from '../log';
import { Unwritable } from '../storage/failure';
import { openSqlite } from '../storage/open-database';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, type Kitchen, openKitchen } from '../testing/kitchen';
import { LOCAL_CONNECTION } from '../testing/local-connection';
import { translate } from '../webhooks/translate';
import type { Delivery } from './delivery';
import { openInbox } from './inbox';
import { createWriteQueue, type WriteQueue } from './write-queue';

let kitchen: Kitchen;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  kitchen = await openKitchen();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await kitchen.stop();
});

const START = 'kitchenStartCourse';
const WRITTEN_AGAIN = 'the database can be written again';
const began = Date.now() - 30 * 60_000;

const start = (order: string) => kitchen.delivery(START, eventBody({ at: began, order, table: null }));
const starts = (count: number, from = 0) => Array.from({ length: count }, (_, index) => start(`order-${from + index}`));
const deliverTo = (queue: Pick<WriteQueue<never>, 'deliver'>, deliveries: readonly Delivery[]) =>
  Promise.all(deliveries.map((delivery) => queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: START })));
const deliver = (deliveries: readonly Delivery[]) => deliverTo(kitchen.core.queue, deliveries);
const state = () => kitchen.core.queue.state();
const outcomes = async () => {
  const rows = await kitchen.rows<{ outcome: string }>('SELECT "outcome" FROM "Delivery" ORDER BY "id"');
  return rows.map(({ outcome }) => outcome);
};
const inbox = (count: number) => Array(count).fill({ storedIn: 'inbox' });

/** A queue on the same database, and an inbox that another process can lock. */
function queueWithInbox(log: Pick<Log, 'warn'> = kitchen.core.log) {
  const file = `${kitchen.folder}/second-intake.db`;
  const own = openInbox(file, translate);
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const queue = createWriteQueue({
    ...kitchen.core,
    log: { ...kitchen.core.log, ...log },
    database,
    inbox: own,
    connection: LOCAL_CONNECTION,
  });
  closing.push(own.close, () => database.$disconnect(), queue.close);
  const holder = new SqliteDatabase(file, { timeout: 0 });
  closing.push(() => holder.close());
  return {
    queue,
    inbox: own,
    lockInbox: () => holder.exec('BEGIN IMMEDIATE'),
    unlockInbox: () => holder.exec('ROLLBACK'),
  };
}

it('knows after a restart since when deliveries wait, while another process holds the database', async () => {
  await kitchen.lock();
  const first = queueWithInbox();
  await deliverTo(first.queue, [start('before')]);
  const ageMs = first.queue.waitingMs();
  const { queue } = queueWithInbox();
  expect(queue.waitingMs()).toBe(0);
  await queue.projectAll();
  expect(queue.state()).toMatchObject({ isAway: true, inboxDeliveries: 1 });
  expect(queue.waitingMs()).toBeGreaterThan(ageMs);
  await kitchen.unlock();
  await queue.projectAll();
  expect(queue.waitingMs()).toBe(0);
});

it('acknowledges while another process holds the database, and commits afterwards, once', async () => {
  await kitchen.lock();
  expect(await deliver(starts(20))).toEqual(inbox(20));
  expect(await kitchen.core.queue.committed()).toBe(false);
  expect(state()).toMatchObject({ isAway: true, canStore: true, inboxDeliveries: 20 });
  expect(await deliver(starts(20, 20))).toEqual(inbox(20));
  expect(kitchen.board().tickets).toEqual([]);
  await expect(kitchen.core.queue.run(async () => 1)).rejects.toThrow(Unwritable);

  await kitchen.unlock();
  await kitchen.core.queue.projectAll();
  expect(state()).toMatchObject({ isAway: false, inboxDeliveries: 0, inboxBytes: 0 });
  expect(kitchen.logged.filter((message) => message === WRITTEN_AGAIN)).toHaveLength(1);
  expect(await outcomes()).toEqual(Array(40).fill('applied'));
  expect(kitchen.board().tickets).toHaveLength(40);
  expect(await kitchen.take(start('after'))).toMatchObject({ storedIn: 'database', outcome: 'applied' });
});

it('does not delay acknowledgements by commands while the database is locked', async () => {
  await kitchen.lock();
  const commands = [1, 2, 3, 4].map(() => kitchen.core.queue.run(async () => 1).catch((error: unknown) => error));
  expect(await deliver([start('behind')])).toEqual(inbox(1));
  for (const error of await Promise.all(commands)) expect(error).toBeInstanceOf(Unwritable);
});

it('recovers by itself when the database is available again', async () => {
  await kitchen.lock();
  await deliver(starts(3));
  await expect(kitchen.core.queue.run(async () => 1)).rejects.toThrow(Unwritable);
  await kitchen.unlock();
  expect(await kitchen.core.queue.run(async () => 2)).toBe(2);
  await vi.waitFor(async () => expect(await outcomes()).toHaveLength(3), 60_000);
});

it('reopens a database that was read-only, and commits by itself', async () => {
  // A file that was read-only when it was opened stays so for the connection.
  await kitchen.core.queue.run((sql) => sql.$executeRawUnsafe('PRAGMA query_only = ON'));
  expect(await kitchen.take(start('a'))).toEqual({ storedIn: 'inbox' });
  await kitchen.core.queue.projectAll();
  await kitchen.core.queue.projectAll();
  expect(state()).toMatchObject({ isAway: false, inboxDeliveries: 0 });
  expect(kitchen.board().tickets).toHaveLength(1);
  expect(await kitchen.take(start('b'))).toMatchObject({ storedIn: 'database' });
});

it('projects at the start what a crash left in the inbox, once', async () => {
  const { folder } = kitchen;
  const { inboxFile } = kitchen.core.config;
  await kitchen.core.close();
  const entries = ['a', 'b', 'c'].map((order) => ({
    delivery: start(order),
    context: { ...DEFAULT_CONTEXT, pathEvent: START },
  }));
  const crashed = openInbox(inboxFile, translate);
  // One is in the inbox twice.
  crashed.append([...entries, ...entries.slice(0, 1)]);
  crashed.close();

  kitchen = await openKitchen(folder);
  expect(kitchen.board().tickets).toHaveLength(3);
  expect(await outcomes()).toEqual(['applied', 'applied', 'applied']);
  const before = kitchen.board();
  await kitchen.core.close();
  // All had been committed before the crash.
  const again = openInbox(inboxFile, translate);
  expect(again.count()).toBe(0);
  again.append(entries);
  again.close();

  kitchen = await openKitchen(folder);
  expect(await outcomes()).toEqual(['applied', 'applied', 'applied']);
  expect(kitchen.board()).toEqual(before);
});

it('answers everyone who waits while a commit is retried, whether it succeeds or not', async () => {
  await kitchen.lock();
  await deliver(starts(20));
  // A commit is retried for a second, which does not pass.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await wait(40);
  const committed = kitchen.core.queue.committed();
  await wait(40);
  await kitchen.unlock();
  expect(await committed).toBe(true);
  clock.mockRestore();
  expect(kitchen.board().tickets).toHaveLength(20);
  await kitchen.lock();
  await deliver(starts(20, 20));
  await wait(150);
  expect(await kitchen.core.queue.committed()).toBe(false);
  expect(state()).toMatchObject({ isAway: true, inboxDeliveries: 20 });
});

it('reads from the inbox what does not fit in memory, and lets nobody wait for it', async () => {
  await kitchen.lock();
  for (let from = 0; from < 3_000; from += 500) await deliver(starts(500, from));
  await kitchen.unlock();
  const projected = kitchen.core.queue.projectAll();
  await vi.waitFor(() => expect(state().isAway).toBe(false), { interval: 1, timeout: 60_000 });
  expect(state().isBehind).toBe(true);
  expect(await kitchen.core.queue.committed()).toBe(false);
  expect(await kitchen.core.queue.run(async () => 3)).toBe(3);
  expect(await deliver([start('late')])).toEqual(inbox(1));
  await projected;
  await kitchen.core.queue.projectAll();
  expect(await outcomes()).toHaveLength(3_001);
});

it('keeps deliveries in the inbox while a table or a column is missing, as while somebody loads a dump', async () => {
  const changes = [
    ['"CourseEvent" RENAME TO "Gone"', '"Gone" RENAME TO "CourseEvent"'],
    ['"Delivery" RENAME TO "Gone"', '"Gone" RENAME TO "Delivery"'],
    ['"Delivery" RENAME "workplace" TO "gone"', '"Delivery" RENAME "gone" TO "workplace"'],
  ];
  for (const [index, [away, back]] of changes.entries()) {
    await kitchen.change(`ALTER TABLE ${away}`);
    expect(await deliver(starts(1, index))).toEqual(inbox(1));
    expect(await kitchen.core.queue.committed()).toBe(false);
    await kitchen.change(`ALTER TABLE ${back}`);
    await kitchen.core.queue.projectAll();
  }
  expect(await outcomes()).toEqual(changes.map(() => 'applied'));
  expect(state()).toMatchObject({ inboxDeliveries: 0, rejected: 0 });
});

it('commits before it answers while the inbox cannot be written', async () => {
  const { queue, lockInbox, unlockInbox } = queueWithInbox();
  lockInbox();
  const stored = await deliverTo(queue, starts(40));
  expect(stored.every((one) => one.storedIn === 'database' && one.outcome === 'applied')).toBe(true);
  expect(await outcomes()).toHaveLength(40);
  expect(queue.state()).toMatchObject({ canStore: true, isAway: false });
  unlockInbox();
  expect(await deliverTo(queue, starts(1, 40))).toEqual(inbox(1));
});

it('refuses only if neither the database nor the inbox can be written, and knows it without deliveries', async () => {
  const { queue, lockInbox, unlockInbox } = queueWithInbox();
  lockInbox();
  await kitchen.lock();
  expect(await deliverTo(queue, starts(1))).toEqual([{ storedIn: 'nowhere' }]);
  expect(queue.state()).toMatchObject({ canStore: false, isAway: true, refused: 1 });
  unlockInbox();
  await vi.waitFor(() => expect(queue.state().canStore).toBe(true), 60_000);
  expect(await deliverTo(queue, starts(1, 1))).toEqual(inbox(1));
  await kitchen.unlock();
  await vi.waitFor(() => expect(queue.state()).toMatchObject({ isAway: false, inboxDeliveries: 0 }), 60_000);
  expect(await outcomes()).toEqual(['applied']);
});

it('counts no repeats when a batch is stored in two parts, with an outage between them', async () => {
  const [good, bad] = starts(2);
  const database = kitchen.connect();
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON "CourseEvent" WHEN NEW."deliveryId" = '${bad?.id}'
    BEGIN SELECT raise(ABORT, 'not this one'); END`);
  closing.push(() => database.close());
  let isLocked = false;
  const { queue } = queueWithInbox({
    warn(_, message) {
      // Logged when the first part is stored, before the second is stored as unreadable.
      if (isLocked || !message.endsWith('stored as unreadable')) return;
      database.exec('BEGIN IMMEDIATE');
      isLocked = true;
    },
  });
  await deliverTo(queue, good && bad ? [good, bad] : []);
  await vi.waitFor(() => expect(queue.state().isAway).toBe(true), 60_000);
  expect(queue.state().inboxDeliveries).toBe(1);
  database.exec('ROLLBACK');
  await queue.projectAll();
  expect(await outcomes()).toEqual(['applied', 'unreadable']);
  const { answered } = kitchen.core.counters;
  expect([answered.get('applied'), answered.get('repeat'), answered.get('unreadable')]).toEqual([1, 0, 1]);
});

it('stops while its inbox is locked', async () => {
  const { queue, inbox, lockInbox } = queueWithInbox();
  await deliverTo(queue, starts(1));
  await queue.committed();
  lockInbox();
  await queue.close();
  inbox.close();
  expect(await outcomes()).toEqual(['applied']);
});

it('reaches an inbox again that could not be reached for a moment, also while nothing waits in it', async () => {
  const own = openInbox(`${kitchen.folder}/second-intake.db`, translate);
  let isCut = true;
  let attempts = 0;
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const queue = createWriteQueue({
    ...kitchen.core,
    database,
    inbox: {
      ...own,
      isCut: () => isCut,
      async recover() {
        attempts += 1;
        if (attempts === 1) throw new Error('still out of reach');
        isCut = false;
      },
    },
    connection: LOCAL_CONNECTION,
  });
  closing.push(own.close, () => database.$disconnect(), queue.close);
  await expect.poll(() => isCut).toBe(false);
  expect(attempts).toBe(2);
});

it('logs deliveries that the disk has damaged in the inbox, and commits those around them', async () => {
  const file = `${kitchen.folder}/second-intake.db`;
  const crashed = openInbox(file, translate);
  const context = { ...DEFAULT_CONTEXT, pathEvent: START };
  crashed.append(starts(3).map((delivery) => ({ delivery, context })));
  crashed.close();
  const disk = new SqliteDatabase(file);
  disk.exec(`UPDATE "Inbox" SET "envelope" = '{"rec' WHERE "seq" = 2`);
  disk.close();
  const warn = vi.fn();
  const { queue } = queueWithInbox({ warn });
  await queue.projectAll();
  expect(warn).toHaveBeenCalledWith({ damaged: 1 }, expect.stringContaining('damaged'));
  expect(await outcomes()).toEqual(['applied', 'applied']);
});
