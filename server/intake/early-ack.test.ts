import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, deliveryOf, type Kitchen, openKitchen } from '../testing/kitchen';
import { translate } from '../webhooks/translate';
import type { Delivery } from './delivery';
import { openSpool } from './spool';
import { END } from './spool-file';
import type { SpoolEntry } from './spool-line';
import { createWriteQueue } from './write-queue';

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen();
});
afterEach(() => kitchen.stop());

const START = 'kitchenStartCourse';
const DRAINED = 'the spool is drained';
const began = Date.now() - 30 * 60_000;

/** Starts of different orders, so that each is a fact of its own. */
function starts(count: number, from = 0): Delivery[] {
  return Array.from({ length: count }, (_, index) => {
    const at = began + from + index;
    return kitchen.delivery(START, eventBody({ at, order: `order-${from + index}`, table: { number: index % 40 } }));
  });
}

const deliver = (delivery: Delivery) =>
  kitchen.core.queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: delivery.pathEvent });
const deliverAll = (deliveries: readonly Delivery[]) => Promise.all(deliveries.map(deliver));
const state = () => kitchen.core.queue.state();
/** The waiting lines of the spool, without drained ones after them. */
const inSpool = () => readFileSync(`${kitchen.folder}/spool/deliveries.jsonl`, 'utf8').split(END)[0] ?? '';
const stored = () => kitchen.rows<{ id: string }>('SELECT "id" FROM "Delivery"').map(({ id }) => id);
const answered = (outcome: 'applied' | 'spooled') => kitchen.core.counters.answered.get(outcome);

it('commits a few deliveries before they are answered', async () => {
  const results = await deliverAll(starts(7));
  expect(results.map((one) => one.storedIn)).toEqual(Array(7).fill('database'));
});

it('answers a burst when it is on disk, and commits it together', async () => {
  const burst = starts(600);
  const before = state().commits;
  const missing: string[] = [];
  await Promise.all(
    burst.map(async (delivery) => {
      const { storedIn } = await deliver(delivery);
      const isSafe = storedIn === 'burst' ? inSpool().includes(delivery.id) : stored().includes(delivery.id);
      if (!isSafe) missing.push(delivery.id);
    }),
  );
  expect(missing).toEqual([]);
  await kitchen.core.queue.committed();
  expect(state().commits - before).toBeLessThan(5);
  expect(stored().toSorted()).toEqual(burst.map(({ id }) => id).toSorted());
  expect(kitchen.board().tickets).toHaveLength(600);
  expect([inSpool(), state().burst, state().spoolBytes]).toEqual(['', 0, 0]);
  // Bursts come and go all evening; only a failure and its end are logged.
  expect(kitchen.logged).not.toContain(DRAINED);
  expect([answered('applied'), answered('spooled')]).toEqual([600, 0]);
});

it('leaves no line of a burst in the spool that a restored database would apply', async () => {
  const length = () => statSync(`${kitchen.folder}/spool/deliveries.jsonl`).size;
  await deliverAll(starts(600));
  await kitchen.core.queue.committed();
  expect(length()).toBeGreaterThan(64 * 1024);
  const resume = await kitchen.core.queue.pauseDatabase();
  expect(length()).toBe(0);
  resume();
});

it('commits acknowledged deliveries before a later command, and before the queue closes', async () => {
  const count = () =>
    kitchen.core.queue.run(async (sql) => (await sql.$queryRawUnsafe<unknown[]>('SELECT 1 FROM "Delivery"')).length);
  const [, counted] = await Promise.all([deliverAll(starts(40)), count()]);
  expect(counted).toBe(40);
  const [results] = await Promise.all([deliverAll(starts(40, 40)), kitchen.core.queue.close()]);
  expect(results.every((one) => one.storedIn === 'burst')).toBe(true);
  expect([stored().length, inSpool()]).toEqual([80, '']);
});

it('keeps a burst in the spool while the database is locked, and commits it afterwards, once', async () => {
  kitchen.lock();
  const first = await deliverAll(starts(20));
  expect(first.every((one) => one.storedIn === 'burst')).toBe(true);
  expect(state()).toMatchObject({ isSpooling: false, burst: 20 });
  await kitchen.core.queue.committed();
  expect(state()).toMatchObject({ isSpooling: true, canStore: true, burst: 0, spoolDeliveries: 20 });
  const second = await deliverAll(starts(20, 20));
  expect(second.every((one) => one.storedIn === 'spool')).toBe(true);
  expect([kitchen.board().tickets.length, answered('spooled')]).toEqual([0, 20]);
  kitchen.unlock();
  await kitchen.core.queue.drainSpool();
  expect(state()).toMatchObject({ isSpooling: false, burst: 0, spoolDeliveries: 0 });
  expect(kitchen.logged.filter((message) => message === DRAINED)).toHaveLength(1);
  expect(kitchen.board().tickets).toHaveLength(40);
});

it('commits at the next start what was acknowledged before a crash', async () => {
  const burst = starts(30);
  const { folder } = kitchen;
  await kitchen.core.close();
  const spool = openSpool(`${folder}/spool`, translate);
  spool.append(burst.map((delivery) => ({ delivery, addressed: { ...DEFAULT_CONTEXT, pathEvent: START } })));
  spool.close();
  kitchen = await openKitchen(folder);
  expect([stored().length, inSpool(), kitchen.board().tickets.length]).toEqual([30, '', 30]);
  expect(kitchen.logged).toContain(DRAINED);
});

it('keeps one bad row of a burst as unreadable, and sets aside what the database rejects', async () => {
  const burst = starts(40);
  const [bad, worse] = [burst[11], burst[23]];
  const database = kitchen.connect();
  for (const [table, column, id] of [
    ['CourseEvent', 'deliveryId', bad?.id],
    ['Delivery', 'id', worse?.id],
  ])
    database.exec(`CREATE TRIGGER refuse_${table} BEFORE INSERT ON "${table}" WHEN NEW."${column}" = '${id}'
      BEGIN SELECT raise(ABORT, 'not this one'); END`);
  database.close();
  await deliverAll(burst);
  await kitchen.core.queue.committed();
  const unreadable = kitchen.rows<{ id: string }>('SELECT "id" FROM "Delivery" WHERE "outcome" = \'unreadable\'');
  expect(unreadable).toEqual([{ id: bad?.id }]);
  expect([stored().length, kitchen.board().tickets.length]).toEqual([39, 38]);
  const aside = readFileSync(`${kitchen.folder}/spool/set-aside.jsonl`, 'utf8').trim().split('\n');
  expect(aside.map((line) => JSON.parse(line).id)).toEqual([worse?.id]);
  expect([answered('applied'), answered('spooled'), state().burst]).toEqual([38, 1, 0]);
});

it('commits a burst before it is answered if the spool cannot be written', async () => {
  // A spool whose file is closed cannot store anything.
  const spool = openSpool(`${kitchen.folder}/second-spool`, translate);
  spool.close();
  const { openSqlite } = await import('../storage/database');
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const queue = createWriteQueue({ ...kitchen.core, database, spool });
  const results = await Promise.all(
    starts(40).map((delivery) => queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: START })),
  );
  expect(results.every((one) => one.storedIn === 'database')).toBe(true);
  expect(queue.state()).toMatchObject({ canStore: true, isSpooling: false });
  await queue.close();
  await database.$disconnect();
});

it('does not append a burst behind lines that an outage left in the spool', async () => {
  kitchen.lock();
  await deliverAll(starts(5));
  for (let from = 5; from < 2_000; from += 5) await deliverAll(starts(5, from));
  kitchen.unlock();
  const drained = kitchen.core.queue.drainSpool();
  while (state().isSpooling) await new Promise((next) => setImmediate(next));
  expect(state().spoolDeliveries).toBeGreaterThan(0);
  const late = [deliveryOf(START, eventBody({ at: began, order: 'late' }), began), ...starts(39, 3_000)];
  const results = await deliverAll(late);
  expect(new Set(results.map((one) => one.storedIn))).toEqual(new Set(['database']));
  await drained;
  while (state().spoolDeliveries > 0) await kitchen.core.queue.drainSpool();
  expect(stored()).toHaveLength(2_040);
});

it('answers everyone who waits while a commit is retried, whether it succeeds or not', async () => {
  kitchen.lock();
  await deliverAll(starts(20));
  await wait(150);
  const committed = kitchen.core.queue.committed();
  await wait(150);
  kitchen.unlock();
  await committed;
  expect([kitchen.board().tickets.length, state().burst]).toEqual([20, 0]);
  kitchen.lock();
  await deliverAll(starts(20, 20));
  await wait(150);
  await kitchen.core.queue.committed();
  expect(state()).toMatchObject({ isSpooling: true, burst: 0, spoolDeliveries: 20 });
});

it('continues with bursts after a line was damaged on disk', async () => {
  kitchen.lock();
  await deliverAll(starts(20));
  await kitchen.core.queue.committed();
  // More than fits in memory, so that drained lines are read from the file.
  for (let from = 20; from < 1_220; from += 200) await deliverAll(starts(200, from));
  const file = openSync(`${kitchen.folder}/spool/deliveries.jsonl`, 'r+');
  writeSync(file, '??', 0);
  closeSync(file);
  kitchen.unlock();
  while (state().spoolDeliveries > 0) await kitchen.core.queue.drainSpool();
  expect(stored()).toHaveLength(1_219);
  await kitchen.core.queue.committed();
  const burst = await deliverAll(starts(20, 2_000));
  expect(new Set(burst.map(({ storedIn }) => storedIn))).toEqual(new Set(['burst']));
});

it('reports a spool that fails in the middle of a burst while the database is unavailable', async () => {
  const spool = openSpool(`${kitchen.folder}/second-spool`, translate);
  let isFull = false;
  const filling = {
    ...spool,
    append(entries: readonly SpoolEntry[]) {
      if (isFull) throw new Error('no room');
      spool.append(entries);
      isFull = true;
    },
  };
  const { openSqlite } = await import('../storage/database');
  const database = openSqlite({ file: kitchen.databaseFile, busyTimeoutMs: 0 });
  const queue = createWriteQueue({ ...kitchen.core, database, spool: filling });
  kitchen.lock();
  // More than a batch: the first is acknowledged when the second finds no room.
  const all = starts(300).map((delivery) => queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: START }));
  expect(await all[0]).toEqual({ storedIn: 'burst' });
  await queue.committed();
  expect(queue.state()).toMatchObject({ isSpooling: true, burst: 0 });
  const results = await Promise.all(all);
  expect([results[0]?.storedIn, results.at(-1)?.storedIn]).toEqual(['burst', 'nowhere']);
  kitchen.unlock();
  await queue.close();
  spool.close();
  await database.$disconnect();
});
