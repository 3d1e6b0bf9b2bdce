import { copyFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import { eventBody, eventMembers } from '../testing/events';
import { DEFAULT_CONTEXT, type Kitchen, openKitchen } from '../testing/kitchen';
import type { Delivery } from './delivery';

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen();
});
afterEach(() => kitchen.stop());

const MINUTE = 60_000;
const began = Date.now() - 30 * MINUTE;
const START = 'kitchenStartCourse';

/** Starts of different courses of different orders, so that each is a fact of its own. */
function starts(count: number) {
  return Array.from({ length: count }, (_, index) =>
    kitchen.delivery(START, eventBody({ at: began + index, order: `order-${index}`, table: { number: index % 40 } })),
  );
}

/** Makes the database reject the row of one delivery. */
function refuse(table: 'CourseEvent' | 'Delivery', id: string): void {
  const column = table === 'Delivery' ? 'id' : 'deliveryId';
  const database = kitchen.connect();
  database.exec(`CREATE TRIGGER refuse_${table} BEFORE INSERT ON "${table}" WHEN NEW."${column}" = '${id}'
    BEGIN SELECT raise(ABORT, 'not this one'); END`);
  database.close();
}

const journal = async () => {
  const rows = await kitchen.rows<{ outcome: string; count: number }>(
    'SELECT "outcome", count(*) AS "count" FROM "Delivery" GROUP BY "outcome" ORDER BY "outcome"',
  );
  return rows.map(({ outcome, count }) => [outcome, count]);
};

/** The ids on the disk, read from a copy, because the server keeps the inbox for itself. */
function inboxIds(): string[] {
  const { inboxFile } = kitchen.core.config;
  const copy = `${inboxFile}-copy`;
  for (const beside of ['', '-wal']) copyFileSync(`${inboxFile}${beside}`, `${copy}${beside}`);
  const inbox = new SqliteDatabase(copy);
  try {
    return inbox.prepare<[], string>('SELECT "id" FROM "Inbox"').pluck().all();
  } finally {
    inbox.close();
  }
}

const deliver = (delivery: Delivery) =>
  kitchen.core.queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: delivery.pathEvent });
const deliverAll = (deliveries: readonly Delivery[]) => Promise.all(deliveries.map(deliver));
const state = () => kitchen.core.queue.state();

it('acknowledges what is in the inbox, and commits it together soon after', async () => {
  const all = starts(256);
  const before = state().commits;
  const missing: string[] = [];
  await Promise.all(
    all.map(async (delivery) => {
      const { storedIn } = await deliver(delivery);
      const isIn = inboxIds().includes(delivery.id);
      const isStored = (await kitchen.rows('SELECT 1 FROM "Delivery" WHERE "id" = ?', delivery.id)).length > 0;
      if (storedIn !== 'inbox' || !(isIn || isStored)) missing.push(delivery.id);
    }),
  );
  expect(missing).toEqual([]);
  expect(await kitchen.core.queue.committed()).toBe(true);
  expect(state().commits - before).toBeLessThan(10);
  expect(await journal()).toEqual([['applied', 256]]);
  expect(kitchen.board().tickets).toHaveLength(256);
  expect(state()).toMatchObject({ inboxDeliveries: 0, inboxBytes: 0 });
  expect(kitchen.core.counters.answered.get('applied')).toBe(256);
});

it('commits without being asked', async () => {
  await deliverAll(starts(3));
  await vi.waitFor(async () => expect(await journal()).toEqual([['applied', 3]]), 60_000);
});

it.each([
  ['text', Buffer.from('{"name":"Crème 😀"}\r\n')],
  ['a byte order mark', Buffer.from('\ufeff{}')],
  ['a NUL', Buffer.from('{"a":"\0b"}')],
  ['what is not UTF-8', Buffer.of(0x7b, 0xff, 0xfe, 0x00, 0x7d)],
  ['nothing', Buffer.alloc(0)],
])('keeps a body byte for byte: %s', async (_, body) => {
  const delivery = kitchen.delivery(START, body);
  expect(await kitchen.take(delivery)).toMatchObject({ storedIn: 'database' });
  expect(await kitchen.rows('SELECT "body" FROM "Delivery" WHERE "id" = ?', delivery.id)).toEqual([{ body }]);
});

it('stores the workplace of every delivery that names one', async () => {
  const sender = (workplaceNumber: unknown) => ({ branchNumber: 1, workplaceNumber });
  const course = eventMembers({ at: Date.UTC(2026, 5, 19, 15, 32) });
  const bodies = [
    { ...course, sender: sender(4) },
    { ...course, sender: sender('5') },
    { ...course, course: null, sender: sender(6) },
    { ...course, sender: { branchNumber: 1 } },
  ];
  for (const body of bodies) await kitchen.take(kitchen.delivery(START, Buffer.from(JSON.stringify(body))));
  const stored = await kitchen.rows<{ workplace: number }>('SELECT "workplace" FROM "Delivery" ORDER BY "id"');
  expect(stored.map(({ workplace }) => workplace)).toEqual([4, 5, 6, null]);
});

it('writes the row of an order only if it is new or renamed', async () => {
  const database = kitchen.connect();
  database.exec(`CREATE TABLE written (name TEXT);
    CREATE TRIGGER made AFTER INSERT ON "Order" BEGIN INSERT INTO written VALUES ('made for ' || NEW."tableName"); END;
    CREATE TRIGGER updated AFTER UPDATE ON "Order" BEGIN INSERT INTO written VALUES ('updated ' || NEW."tableName"); END`);
  database.close();
  const deliver = (event: KitchenEvent, minute: number, tableName: string) =>
    kitchen.deliver(event, { at: began + minute * MINUTE, table: { number: 7, tableName } });
  await deliver(START, 0, 'Terrace');
  await deliver('kitchenCompleteCourse', 5, 'Terrace');
  await deliver('kitchenServeCourse', 6, 'Garden');
  expect(await kitchen.rows('SELECT name FROM written')).toEqual([
    { name: 'made for Terrace' },
    { name: 'updated Garden' },
  ]);
});

it('keeps one bad row among 7 as unreadable and applies the other 6', async () => {
  const deliveries = starts(7);
  const bad = deliveries[4];
  refuse('CourseEvent', bad?.id ?? '');
  const taken = await Promise.all(deliveries.map(kitchen.take));
  expect(taken.map(({ outcome }) => outcome)).toEqual([
    ...Array(4).fill('applied'),
    'unreadable',
    'applied',
    'applied',
  ]);
  expect(await journal()).toEqual([
    ['applied', 6],
    ['unreadable', 1],
  ]);
  const [row] = await kitchen.rows<{ reason: string; body: Buffer }>(
    'SELECT "reason", "body" FROM "Delivery" WHERE "outcome" = \'unreadable\'',
  );
  expect(row?.reason).toContain('not this one');
  expect(row?.body).toEqual(bad?.body);
  expect(await kitchen.rows('SELECT 1 FROM "CourseEvent"')).toHaveLength(6);
  expect(kitchen.board().tickets).toHaveLength(6);
});

it('keeps a delivery that the database rejects in any form in the inbox, and reports it', async () => {
  const deliveries = starts(5);
  refuse('Delivery', deliveries[2]?.id ?? '');
  const taken = await Promise.all(deliveries.map(kitchen.take));
  expect(taken.map(({ storedIn }) => storedIn)).toEqual(['database', 'database', 'inbox', 'database', 'database']);
  expect(state()).toMatchObject({ inboxDeliveries: 0, isAway: false, canStore: true, rejected: 1 });
  expect(await journal()).toEqual([['applied', 4]]);
  kitchen = await kitchen.restart();
  expect([state().rejected, await journal()]).toEqual([1, [['applied', 4]]]);
});

it('runs commands after the deliveries that were acknowledged before', async () => {
  const count = () =>
    kitchen.core.queue.run(async (sql) => (await sql.$queryRawUnsafe<unknown[]>('SELECT 1 FROM "Delivery"')).length);
  expect(await count()).toBe(0);
  await deliverAll(starts(1_200));
  const [counted, later] = await Promise.all([count(), deliverAll(starts(40))]);
  expect(counted).toBeGreaterThanOrEqual(1_200);
  expect(later).toHaveLength(40);
  expect(await count()).toBe(1_240);
});

it('lets the server read sockets between commands, however many wait', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const commands = Array.from({ length: 20 }, () => kitchen.core.queue.run((sql) => sql.branch.findMany()));
  await Promise.all(commands);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(commands.length - 1);
});

it('rejects a command with the error that it throws, and rolls it back', async () => {
  const failing = kitchen.core.queue.run(async (sql) => {
    await sql.$executeRawUnsafe('INSERT INTO "Branch" ("number", "timeZone", "epoch") VALUES (7, \'UTC\', \'e\')');
    throw new RangeError('half-way');
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(await kitchen.rows('SELECT 1 FROM "Branch"')).toHaveLength(0);
  expect(await kitchen.deliver(START, { at: began })).toMatchObject({ outcome: 'applied' });
});

it('projects what was acknowledged, and refuses later deliveries, when it is closed', async () => {
  const [first, late] = starts(2);
  if (!first || !late) throw new Error('two were made');
  const acknowledged = deliver(first);
  await kitchen.core.queue.close();
  expect(await acknowledged).toEqual({ storedIn: 'inbox' });
  expect(await journal()).toEqual([['applied', 1]]);
  expect(await deliver(late)).toEqual({ storedIn: 'nowhere' });
  await expect(kitchen.core.queue.run(async () => 1)).rejects.toThrow('cannot be written');
});
