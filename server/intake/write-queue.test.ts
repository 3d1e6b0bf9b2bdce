import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody, eventMembers, type KitchenEvent } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';

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

const journal = () =>
  kitchen
    .rows<{ outcome: string; count: number }>(
      'SELECT "outcome", count(*) AS "count" FROM "Delivery" GROUP BY "outcome" ORDER BY "outcome"',
    )
    .map(({ outcome, count }) => [outcome, count]);

it('commits waiting deliveries together: 256 in a handful of commits', async () => {
  const before = kitchen.core.queue.state().commits;
  const results = await Promise.all(starts(256).map(kitchen.take));
  expect(results.every((one) => one.storedIn === 'burst')).toBe(true);
  expect(kitchen.core.queue.state().commits - before).toBeLessThanOrEqual(2);
  expect(journal()).toEqual([['applied', 256]]);
  expect(kitchen.board()).toMatchObject({ version: 1 });
  expect(kitchen.board().tickets).toHaveLength(256);
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
  expect(kitchen.rows('SELECT "body" FROM "Delivery" WHERE "id" = ?', delivery.id)).toEqual([{ body }]);
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
  const stored = kitchen.rows<{ workplace: number }>('SELECT "workplace" FROM "Delivery" ORDER BY "id"');
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
  expect(kitchen.rows('SELECT name FROM written')).toEqual([{ name: 'made for Terrace' }, { name: 'updated Garden' }]);
});

it('keeps one bad row among 7 as unreadable and applies the other 6', async () => {
  const deliveries = starts(7);
  const bad = deliveries[4];
  refuse('CourseEvent', bad?.id ?? '');
  const results = await Promise.all(deliveries.map(kitchen.take));
  const outcomes = results.map((one) => (one.storedIn === 'database' ? one.outcome : one.storedIn));
  expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(6);
  expect(results[4]).toMatchObject({ storedIn: 'database', outcome: 'unreadable', code: 'INVALID_DATA' });
  expect(journal()).toEqual([
    ['applied', 6],
    ['unreadable', 1],
  ]);
  const [row] = kitchen.rows<{ reason: string; body: Buffer }>(
    'SELECT "reason", "body" FROM "Delivery" WHERE "outcome" = \'unreadable\'',
  );
  expect(row?.reason).toContain('not this one');
  expect(row?.body).toEqual(bad?.body);
  expect(kitchen.rows('SELECT 1 FROM "CourseEvent"')).toHaveLength(6);
  expect(kitchen.board().tickets).toHaveLength(6);
});

it('keeps a delivery that the database rejects entirely in a file, and acknowledges it', async () => {
  const deliveries = starts(5);
  refuse('Delivery', deliveries[2]?.id ?? '');
  const results = await Promise.all(deliveries.map(kitchen.take));
  expect(results.map((one) => one.storedIn)).toEqual(['database', 'database', 'spool', 'database', 'database']);
  await kitchen.core.queue.drainSpool();
  expect(kitchen.core.queue.state()).toMatchObject({ spoolBytes: 0, isSpooling: false, canStore: true });
  const { readFileSync } = await import('node:fs');
  const aside = readFileSync(`${kitchen.folder}/spool/set-aside.jsonl`, 'utf8').trim().split('\n');
  expect(aside.map((line) => JSON.parse(line).id)).toEqual([deliveries[2]?.id]);
  expect(journal()).toEqual([['applied', 4]]);
});

it('runs commands in order with deliveries, each in its own transaction', async () => {
  const [first, second] = starts(2);
  if (!first || !second) throw new Error('two were made');
  const count = () =>
    kitchen.core.queue.run(async (sql) => {
      const rows = await sql.$queryRawUnsafe<unknown[]>('SELECT 1 FROM "Delivery"');
      return rows.length;
    });
  const results = await Promise.all([count(), kitchen.take(first), count(), kitchen.take(second), count()]);
  expect(results.filter((result) => typeof result === 'number')).toEqual([0, 1, 2]);
});

it('rejects a command with the error that it throws, and rolls it back', async () => {
  const failing = kitchen.core.queue.run(async (sql) => {
    await sql.$executeRawUnsafe('INSERT INTO "Branch" ("number", "timeZone", "epoch") VALUES (7, \'UTC\', \'e\')');
    throw new RangeError('half-way');
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(kitchen.rows('SELECT 1 FROM "Branch"')).toHaveLength(0);
  expect(await kitchen.deliver(START, { at: began })).toMatchObject({ outcome: 'applied' });
});

it('stops reading requests while 20,000 deliveries wait, and continues when there is room', async () => {
  const note = kitchen.delivery('selectRelation', '{"sender":{"branchNumber":1},"selectRelation":null}');
  const all = Array.from({ length: 20_000 }, (_, index) => kitchen.take({ ...note, id: `${index}` }));
  let hasRoom = false;
  const room = kitchen.core.queue.room().then(() => {
    hasRoom = true;
  });
  await Promise.resolve();
  expect(hasRoom).toBe(false);
  await Promise.all([all[0], room]);
  expect(kitchen.core.queue.state().waiting).toBeLessThan(20_000);
  const results = await Promise.all(all);
  expect(results.every((one) => one.storedIn === 'burst')).toBe(true);
  await kitchen.core.queue.room();
});

it('stops reading requests while 64 MB wait', async () => {
  const note = kitchen.delivery('selectRelation', Buffer.alloc(256 * 1024, 32));
  const all = Array.from({ length: 256 }, (_, index) => kitchen.take({ ...note, id: `${index}` }));
  let hasRoom = false;
  const room = kitchen.core.queue.room().then(() => {
    hasRoom = true;
  });
  await Promise.resolve();
  expect(hasRoom).toBe(false);
  await room;
  await Promise.all(all);
  expect(kitchen.rows('SELECT 1 FROM "Delivery" WHERE length("body") = 262144')).toHaveLength(256);
});

it('rejects a delivery after its end', async () => {
  const [first, late] = starts(2);
  if (!first || !late) throw new Error('two were made');
  const taken = kitchen.take(first);
  await kitchen.core.queue.close();
  expect(await taken).toMatchObject({ storedIn: 'database' });
  expect(await kitchen.take(late)).toEqual({ storedIn: 'nowhere' });
  await expect(kitchen.core.queue.run(async () => 1)).rejects.toThrow('cannot be written');
});
