import { appendFileSync, mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Unwritable } from '../storage/failure';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, deliveryOf, type Kitchen, openKitchen } from '../testing/kitchen';
import { translate } from '../webhooks/translate';
import { openSpool } from './spool';
import type { SpoolEntry } from './spool-line';
import { createWriteQueue } from './write-queue';

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen();
});
afterEach(() => kitchen.stop());

const START = 'kitchenStartCourse';
const began = Date.now() - 30 * 60_000;

const start = (order: string, at = began) => kitchen.delivery(START, eventBody({ at, order, table: null }));
const outcomes = () =>
  kitchen.rows<{ outcome: string }>('SELECT "outcome" FROM "Delivery" ORDER BY "id"').map(({ outcome }) => outcome);

async function tookMs<Result>(work: Promise<Result>): Promise<{ result: Result; ms: number }> {
  const before = performance.now();
  const result = await work;
  return { result, ms: performance.now() - before };
}

/** One after the other. */
async function takeAll(count: number): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let number = 0; number < count; number += 1) results.push(await kitchen.take(start(`later-${number}`)));
  return results;
}

it('answers from the spool while another process locks the database, and drains it afterwards', async () => {
  // Locked until the unlock below: waiting for the database would never end.
  kitchen.lock();
  const first = await tookMs(Promise.all([kitchen.take(start('a')), kitchen.take(start('b'))]));
  expect(first.result).toEqual([{ storedIn: 'spool' }, { storedIn: 'spool' }]);
  const later = await tookMs(takeAll(20));
  expect(later.result).toEqual(Array(20).fill({ storedIn: 'spool' }));
  // The database is retried now and then, not for each delivery: together they wait less than two retries.
  expect(later.ms).toBeLessThan(2 * first.ms);
  expect(kitchen.board().tickets).toEqual([]);
  expect(kitchen.core.queue.state()).toMatchObject({ isSpooling: true, canStore: true });
  await expect(kitchen.core.queue.run(async () => 1)).rejects.toThrow(Unwritable);

  kitchen.unlock();
  await kitchen.core.queue.drainSpool();
  expect(kitchen.core.queue.state()).toMatchObject({ isSpooling: false, spoolBytes: 0 });
  expect(outcomes().filter((outcome) => outcome === 'applied')).toHaveLength(22);
  expect(kitchen.board().tickets).toHaveLength(22);
  expect(await kitchen.take(start('after'))).toMatchObject({ storedIn: 'database', outcome: 'applied' });
});

it('does not delay deliveries by a command while the database is locked', async () => {
  kitchen.lock();
  const commands = [1, 2, 3, 4].map(() => kitchen.core.queue.run(async () => 1).catch((error: unknown) => error));
  expect(await kitchen.take(start('behind'))).toMatchObject({ storedIn: 'spool' });
  for (const error of await Promise.all(commands)) expect(error).toBeInstanceOf(Unwritable);
});

it('recovers by itself when the database is available again, and empties the spool', async () => {
  kitchen.lock();
  await expect(kitchen.core.queue.run(async () => 1)).rejects.toThrow(Unwritable);
  kitchen.unlock();
  expect(await kitchen.core.queue.run(async () => 2)).toBe(2);
  expect(await kitchen.take(start('a'))).toMatchObject({ storedIn: 'database' });
});

it('reopens a database that was read-only, and drains the spool by itself', async () => {
  // A file that was read-only when it was opened stays so for the connection.
  await kitchen.core.queue.run((sql) => sql.$executeRawUnsafe('PRAGMA query_only = ON'));
  expect(await kitchen.take(start('a'))).toEqual({ storedIn: 'spool' });
  await kitchen.core.queue.drainSpool();
  await kitchen.core.queue.drainSpool();
  expect(kitchen.core.queue.state()).toMatchObject({ isSpooling: false, spoolBytes: 0 });
  expect(kitchen.board().tickets).toHaveLength(1);
  expect(await kitchen.take(start('b'))).toMatchObject({ storedIn: 'database' });
});

it('drains a spool that a crash left behind into the database, once', async () => {
  const { folder } = kitchen;
  await kitchen.core.close();
  const deliveries = ['a', 'b', 'c'].map((order) => start(order));
  const entries = deliveries.map((delivery) => ({ delivery, addressed: { ...DEFAULT_CONTEXT, pathEvent: START } }));
  const spool = openSpool(`${folder}/spool`, translate);
  // Half of them had been committed before the crash, and one is in the spool twice.
  await spool.append([...entries, ...entries.slice(0, 1)]);
  await spool.close();

  kitchen = await openKitchen(folder);
  expect(kitchen.board().tickets).toHaveLength(3);
  expect(outcomes()).toEqual(['applied', 'applied', 'applied']);
  const before = kitchen.board();
  await kitchen.core.close();
  const again = openSpool(`${folder}/spool`, translate);
  expect(again.size()).toBe(0);
  await again.append(entries);
  await again.close();

  kitchen = await openKitchen(folder);
  expect(outcomes()).toEqual(['applied', 'applied', 'applied']);
  expect(kitchen.board()).toEqual(before);
});

it('continues writing to the database if unreadable lines cannot be set aside', async () => {
  const { folder } = kitchen;
  await kitchen.core.close();
  appendFileSync(`${folder}/spool/deliveries.jsonl`, 'nonsense\n');
  mkdirSync(`${folder}/spool/set-aside.jsonl`);
  kitchen = await openKitchen(folder);
  expect(await kitchen.take(start('a'))).toMatchObject({ storedIn: 'database', outcome: 'applied' });
  expect(kitchen.core.queue.state()).toMatchObject({ isSpooling: false, canStore: true });
  const warned = kitchen.warnings.length;
  for (let number = 0; number < 20; number += 1) await kitchen.take(start(`order-${number}`));
  expect(kitchen.warnings.length - warned).toBeLessThan(3);

  rmdirSync(`${folder}/spool/set-aside.jsonl`);
  await kitchen.core.queue.drainSpool();
  expect(kitchen.core.queue.state().spoolBytes).toBe(0);
});

it('detects without deliveries whether one could be stored', async () => {
  // A spool whose file is closed behaves like one on a full disk.
  const full = openSpool(`${kitchen.folder}/full-spool`, translate);
  await full.close();
  const roomy = openSpool(`${kitchen.folder}/second-spool`, translate);
  let spool = full;
  const { openSqlite } = await import('../storage/database');
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const either = {
    ...roomy,
    append: (entries: readonly SpoolEntry[]) => spool.append(entries),
    probe: () => spool.probe(),
  };
  const queue = createWriteQueue({ ...kitchen.core, database, spool: either });
  const until = async (canStore: boolean) => {
    const deadline = performance.now() + 5_000;
    while (queue.state().canStore !== canStore && performance.now() < deadline) await wait(20);
    return queue.state();
  };
  try {
    kitchen.lock();
    await expect(queue.run(async (sql) => sql.$executeRawUnsafe('PRAGMA user_version = 1'))).rejects.toThrow(
      Unwritable,
    );
    expect(await until(false)).toMatchObject({ canStore: false, isSpooling: true });
    spool = roomy;
    expect(await until(true)).toMatchObject({ canStore: true, isSpooling: true });
    kitchen.unlock();
    const deadline = performance.now() + 5_000;
    while (queue.state().isSpooling && performance.now() < deadline) await wait(20);
    expect(queue.state()).toMatchObject({ canStore: true, isSpooling: false });
  } finally {
    await queue.close();
    await roomy.close();
    await database.$disconnect();
  }
});

it('does not hand the database over while the spool cannot store deliveries', async () => {
  const spool = openSpool(`${kitchen.folder}/second-spool`, translate);
  await spool.close();
  const { openSqlite } = await import('../storage/database');
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const queue = createWriteQueue({ ...kitchen.core, database, spool });
  await expect(queue.pauseDatabase()).rejects.toThrow('cannot be written');
  expect(queue.state().isSpooling).toBe(false);
  await queue.close();
  await database.$disconnect();
});

it('refuses only if neither the database nor the spool can be written, and logs it', async () => {
  // A spool whose file is closed cannot store anything.
  const spool = openSpool(`${kitchen.folder}/second-spool`, translate);
  await spool.close();
  const { core } = kitchen;
  await core.close();
  kitchen = await openKitchen(kitchen.folder);
  const { openSqlite } = await import('../storage/database');
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const queue = createWriteQueue({ ...kitchen.core, database, spool });
  const deliver = (order: string) => {
    const delivery = deliveryOf(START, eventBody({ at: began, order }), began);
    return queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: START });
  };
  try {
    kitchen.lock();
    expect(await deliver('a')).toEqual({ storedIn: 'nowhere' });
    expect(queue.state()).toMatchObject({ canStore: false, isSpooling: true });
    kitchen.unlock();
    await queue.drainSpool();
    expect(await deliver('b')).toMatchObject({ storedIn: 'database' });
    expect(queue.state()).toMatchObject({ canStore: true, isSpooling: false });
  } finally {
    await queue.close();
    await database.$disconnect();
  }
});
